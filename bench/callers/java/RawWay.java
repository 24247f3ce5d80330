package dev.toolspan.bench;

import dev.toolspan.shaded.io.grpc.CallOptions;
import dev.toolspan.shaded.io.grpc.ManagedChannel;
import dev.toolspan.shaded.io.grpc.MethodDescriptor;
import dev.toolspan.shaded.io.grpc.stub.ClientCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** An empty unary echo of bytes: no JSON, no protobuf, the floor of one RPC a call. */
final class RawWay implements Way {
    private static final MethodDescriptor<byte[], byte[]> ECHO = MethodDescriptor.<byte[], byte[]>newBuilder()
            .setType(MethodDescriptor.MethodType.UNARY)
            .setFullMethodName("bench.Raw/Echo")
            .setRequestMarshaller(new Bytes())
            .setResponseMarshaller(new Bytes())
            .build();

    private final ManagedChannel channel;
    private final byte[] body;

    RawWay(String address, int bytes) {
        this.channel = UnaryWay.channel(address);
        this.body = "x".repeat(bytes).getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public int call(long n) {
        byte[] answer = ClientCalls.blockingUnaryCall(channel, ECHO, CallOptions.DEFAULT, body);
        return answer.length == body.length ? 1 : 0;
    }

    @Override
    public void close() {
        channel.shutdownNow();
    }

    private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
        @Override
        public InputStream stream(byte[] value) {
            return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try {
                return stream.readAllBytes();
            } catch (IOException error) {
                throw new UncheckedIOException(error);
            }
        }
    }
}
