package dev.toolspan;

import com.google.protobuf.ByteString;
import dev.toolspan.v1.CallAllRequest;
import dev.toolspan.v1.CallAllResponse;
import dev.toolspan.v1.CallRequest;
import dev.toolspan.v1.CallResponse;
import dev.toolspan.v1.GreetRequest;
import dev.toolspan.v1.GreetResponse;
import dev.toolspan.v1.Limits;
import dev.toolspan.v1.ListRequest;
import dev.toolspan.v1.ListResponse;
import dev.toolspan.v1.Slot;
import dev.toolspan.v1.StreamRequest;
import dev.toolspan.v1.StreamResponse;
import dev.toolspan.v1.ToolsGrpc;
import dev.toolspan.v1.WatchRequest;
import dev.toolspan.v1.WatchResponse;
import dev.toolspan.v1.Welcome;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerCredentials;
import io.grpc.ServerInterceptor;
import io.grpc.InsecureServerCredentials;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.unix.DomainSocketAddress;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A Tools service with scripted tools, over a Unix socket or TCP. */
final class FakeSidecar extends ToolsGrpc.ToolsImplBase implements AutoCloseable {
    /** Answers a call now, later or never. */
    interface Tool {
        void run(CallRequest call, Consumer<dev.toolspan.v1.ToolResponse> answer);
    }

    final Map<String, Tool> tools = new ConcurrentHashMap<>();
    final BlockingQueue<CallRequest> calls = new LinkedBlockingQueue<>();
    final BlockingQueue<String> cancelled = new LinkedBlockingQueue<>();
    final BlockingQueue<CallAllRequest> batches = new LinkedBlockingQueue<>();
    final BlockingQueue<StreamRequest> frames = new LinkedBlockingQueue<>();
    final BlockingQueue<FakeStream> streams = new LinkedBlockingQueue<>();
    final BlockingQueue<StreamObserver<WatchResponse>> watchers = new LinkedBlockingQueue<>();
    volatile Metadata headers;
    volatile String token;
    volatile Status refusal;
    volatile Status streamRefusal;
    volatile Limits limits = Limits.getDefaultInstance();
    volatile List<dev.toolspan.v1.ToolSpec> specs = List.of();
    final FakeHosts hosts = new FakeHosts();
    private final EventLoopGroup loop;
    private final Server server;
    final String address;

    private FakeSidecar(Path socket, ServerCredentials credentials) throws IOException {
        tools.put("echo", (call, answer) -> answer.accept(Answers.success(call.getArguments())));
        tools.put("hang", (call, answer) -> { });
        NettyServerBuilder builder;
        if (socket != null) {
            Files.deleteIfExists(socket);
            loop = new EpollEventLoopGroup(1);
            builder = NettyServerBuilder.forAddress(new DomainSocketAddress(socket.toFile()), credentials)
                    .channelType(EpollServerDomainSocketChannel.class)
                    .withChildOption(ChannelOption.SO_KEEPALIVE, null)
                    .bossEventLoopGroup(loop)
                    .workerEventLoopGroup(loop);
        } else {
            loop = null;
            builder = NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0), credentials);
        }
        builder.permitKeepAliveTime(1, TimeUnit.SECONDS);
        builder.maxInboundMessageSize(64 << 20).intercept(new Door()).addService(this).addService(hosts);
        server = builder.build().start();
        address = socket != null ? "unix:" + socket : "127.0.0.1:" + server.getPort();
    }

    static FakeSidecar unix(Path socket) throws IOException {
        return new FakeSidecar(socket, InsecureServerCredentials.create());
    }

    static FakeSidecar tcp() throws IOException {
        return tcp(InsecureServerCredentials.create());
    }

    static FakeSidecar tcp(ServerCredentials credentials) throws IOException {
        return new FakeSidecar(null, credentials);
    }

    private final class Door implements ServerInterceptor {
        @Override
        public <Q, A> ServerCall.Listener<Q> interceptCall(
                ServerCall<Q, A> call, Metadata metadata, ServerCallHandler<Q, A> next) {
            headers = metadata;
            String shown = metadata.get(Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER));
            Status status = token != null && !("Bearer " + token).equals(shown)
                    ? Status.UNAUTHENTICATED.withDescription("The token is wrong.")
                    : isStream(call) && streamRefusal != null ? streamRefusal : refusal;
            if (status != null) {
                call.close(status, new Metadata());
                return new ServerCall.Listener<>() { };
            }
            return next.startCall(call, metadata);
        }
    }

    private static boolean isStream(ServerCall<?, ?> call) {
        return call.getMethodDescriptor() == (Object) ToolsGrpc.getStreamMethod();
    }

    @Override
    public StreamObserver<StreamRequest> stream(StreamObserver<StreamResponse> answer) {
        FakeStream stream = new FakeStream(this, answer);
        streams.add(stream);
        return stream;
    }

    @Override
    public void greet(GreetRequest request, StreamObserver<GreetResponse> answer) {
        Welcome welcome = Welcome.newBuilder().setProtocol(1).setSidecarVersion("0").setLimits(limits).build();
        answer.onNext(GreetResponse.newBuilder().setWelcome(welcome).build());
        answer.onCompleted();
    }

    @Override
    public void list(ListRequest request, StreamObserver<ListResponse> answer) {
        answer.onNext(ListResponse.newBuilder().addAllTools(specs).build());
        answer.onCompleted();
    }

    @Override
    public void watch(WatchRequest request, StreamObserver<WatchResponse> answer) {
        answer.onNext(WatchResponse.newBuilder().addAllTools(specs).build());
        watchers.add(answer);
    }

    @Override
    public void call(CallRequest call, StreamObserver<CallResponse> answer) {
        ((ServerCallStreamObserver<CallResponse>) answer).setOnCancelHandler(() -> cancelled.add(call.getName()));
        calls.add(call);
        tools.get(call.getName()).run(call, response -> {
            answer.onNext(CallResponse.newBuilder().setResponse(response).build());
            answer.onCompleted();
        });
    }

    @Override
    public StreamObserver<CallAllRequest> callAll(StreamObserver<CallAllResponse> answer) {
        ((ServerCallStreamObserver<CallAllResponse>) answer).setOnCancelHandler(() -> cancelled.add("batch"));
        return new StreamObserver<>() {
            private int next;

            @Override
            public void onNext(CallAllRequest request) {
                batches.add(request);
                for (CallRequest call : request.getCallsList()) {
                    int index = next++;
                    calls.add(call);
                    tools.get(call.getName()).run(call, response -> {
                        synchronized (answer) {
                            Slot slot = Slot.newBuilder().setIndex(index).setResponse(response).build();
                            answer.onNext(CallAllResponse.newBuilder().addSlots(slot).build());
                        }
                    });
                }
            }

            @Override
            public void onError(Throwable gone) {
            }

            @Override
            public void onCompleted() {
                answer.onCompleted();
            }
        };
    }

    /** Stops as a killed process does. */
    @Override
    public void close() {
        server.shutdownNow();
        try {
            server.awaitTermination(5, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        if (loop != null) {
            loop.shutdownGracefully(100, 1000, TimeUnit.MILLISECONDS);
        }
    }

    /** Wire responses. */
    static final class Answers {
        private Answers() {
        }

        static dev.toolspan.v1.ToolResponse success(dev.toolspan.v1.Payload result) {
            return dev.toolspan.v1.ToolResponse.newBuilder()
                    .setResult(result)
                    .setSuccess(true)
                    .setExecutionTimeMs(7)
                    .build();
        }

        static dev.toolspan.v1.ToolResponse success(String json) {
            return success(payload(json, ""));
        }

        static dev.toolspan.v1.Payload payload(String data, String mediaType) {
            return dev.toolspan.v1.Payload.newBuilder()
                    .setData(ByteString.copyFromUtf8(data))
                    .setMediaType(mediaType)
                    .build();
        }

        static dev.toolspan.v1.ToolResponse failure(dev.toolspan.v1.FaultKind kind, String message) {
            return dev.toolspan.v1.ToolResponse.newBuilder()
                    .setError(message)
                    .setFault(dev.toolspan.v1.Fault.newBuilder().setKind(kind).setMessage(message))
                    .build();
        }

        static dev.toolspan.v1.ToolSpec spec(String source, String name, boolean idempotent) {
            return dev.toolspan.v1.ToolSpec.newBuilder()
                    .setName(name)
                    .setSource(source)
                    .setDescription("does " + name)
                    .setInputSchema(payload("{\"type\":\"object\"}", ""))
                    .setType(dev.toolspan.v1.ToolType.TOOL_TYPE_FUNCTION)
                    .setIdempotent(idempotent)
                    .setTimeoutMs(1500)
                    .setDigest("d-" + name)
                    .build();
        }
    }
}
