package dev.toolspan.bench;

import dev.toolspan.shaded.com.google.protobuf.ByteString;
import dev.toolspan.shaded.io.grpc.ClientInterceptors;
import dev.toolspan.shaded.io.grpc.Grpc;
import dev.toolspan.shaded.io.grpc.InsecureChannelCredentials;
import dev.toolspan.shaded.io.grpc.ManagedChannel;
import dev.toolspan.shaded.io.grpc.Metadata;
import dev.toolspan.shaded.io.grpc.stub.MetadataUtils;
import dev.toolspan.shaded.v1.CallRequest;
import dev.toolspan.shaded.v1.Payload;
import dev.toolspan.shaded.v1.ToolResponse;
import dev.toolspan.shaded.v1.ToolsGrpc;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** {@code Tools.Call} by its generated stub, an RPC a call, the JSON written and read here. */
final class UnaryWay implements Way {
    static final int MOST_BYTES = 64 << 20;
    private static final JsonMapper JSON = new JsonMapper();

    private final ManagedChannel channel;
    private final ToolsGrpc.ToolsBlockingStub stub;
    private final String tool;
    private final String text;

    UnaryWay(String address, String tool, int bytes) {
        this.channel = channel(address);
        Metadata metadata = new Metadata();
        String token = System.getenv().getOrDefault("TOOLSPAN_TOKEN", "");
        metadata.put(Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER), "Bearer " + token);
        this.stub = ToolsGrpc.newBlockingStub(
                ClientInterceptors.intercept(channel, MetadataUtils.newAttachHeadersInterceptor(metadata)));
        this.tool = tool;
        this.text = Way.textOf(bytes);
    }

    static ManagedChannel channel(String address) {
        String target = address.startsWith("unix:/") ? "unix://" + address.substring(5) : address;
        return Grpc.newChannelBuilder(target, InsecureChannelCredentials.create())
                .overrideAuthority("localhost")
                .maxInboundMessageSize(MOST_BYTES)
                .build();
    }

    @Override
    public int call(long n) {
        Map<String, Object> arguments = new LinkedHashMap<>();
        arguments.put("text", text);
        arguments.put("n", n);
        Payload payload = Payload.newBuilder()
                .setData(ByteString.copyFrom(JSON.writeValueAsBytes(arguments)))
                .build();
        CallRequest request = CallRequest.newBuilder().setName(tool).setArguments(payload).build();
        ToolResponse answer = stub.call(request).getResponse();
        if (!answer.getSuccess()) {
            throw new IllegalStateException(answer.getError());
        }
        Object result = JSON.readValue(answer.getResult().getData().toByteArray(), Map.class);
        return Way.isEcho(result, text, n) ? 1 : 0;
    }

    @Override
    public void close() {
        channel.shutdownNow();
    }
}
