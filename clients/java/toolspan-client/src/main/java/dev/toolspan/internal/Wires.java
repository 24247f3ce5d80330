package dev.toolspan.internal;

import dev.toolspan.ConnectOptions;
import io.grpc.ChannelCredentials;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.TlsChannelCredentials;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.epoll.Epoll;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollDomainSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.nio.NioEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.unix.DomainSocketAddress;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import io.grpc.netty.shaded.io.netty.util.concurrent.Future;
import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** A gRPC channel with the event loop that it owns. */
record Wires(ManagedChannel channel, EventLoopGroup loop) implements AutoCloseable {
    private static final int KEEPALIVE_SECONDS = 30;
    private static final int CLOSE_SECONDS = 2;
    private static final int QUIET_MS = 50;

    static Wires open(Address address, ConnectOptions.Tls tls, Executor executor) {
        ChannelCredentials credentials = credentials(address, tls);
        boolean epoll = Epoll.isAvailable();
        if (!epoll && address instanceof Address.Unix) {
            throw new UnsupportedOperationException(
                    "Unix sockets need Linux on x86-64 or ARM64; use a TCP address here", Epoll.unavailabilityCause());
        }
        ThreadFactory daemons = new DefaultThreadFactory("toolspan-io", true);
        EventLoopGroup loop = epoll ? new EpollEventLoopGroup(1, daemons) : new NioEventLoopGroup(1, daemons);
        NettyChannelBuilder builder = address instanceof Address.Unix unix
                ? unix(unix, credentials)
                : tcp((Address.Tcp) address, credentials, epoll);
        ManagedChannel channel = builder
                .eventLoopGroup(loop)
                .executor(executor)
                .offloadExecutor(executor)
                .disableRetry()
                .keepAliveTime(KEEPALIVE_SECONDS, TimeUnit.SECONDS)
                .keepAliveWithoutCalls(false)
                // each call states the limit that the sidecar announced
                .maxInboundMessageSize(Integer.MAX_VALUE)
                .build();
        return new Wires(channel, loop);
    }

    // the authority of a Unix socket is a path, which Node's HTTP/2 refuses
    private static NettyChannelBuilder unix(Address.Unix address, ChannelCredentials credentials) {
        return NettyChannelBuilder.forAddress(new DomainSocketAddress(address.path()), credentials)
                .channelType(EpollDomainSocketChannel.class)
                // gRPC sets it always, and netty warns where there is no such option
                .withOption(ChannelOption.SO_KEEPALIVE, null)
                .overrideAuthority("localhost");
    }

    private static NettyChannelBuilder tcp(Address.Tcp address, ChannelCredentials credentials, boolean epoll) {
        return NettyChannelBuilder.forAddress(address.host(), address.port(), credentials)
                .channelType(epoll ? EpollSocketChannel.class : NioSocketChannel.class);
    }

    private static ChannelCredentials credentials(Address address, ConnectOptions.Tls tls) {
        boolean plain = !(address instanceof Address.Tcp tcp) || tcp.isLoopback() && tls.ca() == null;
        if (plain) {
            return InsecureChannelCredentials.create();
        }
        try {
            TlsChannelCredentials.Builder builder = TlsChannelCredentials.newBuilder();
            if (tls.ca() != null) {
                builder.trustManager(tls.ca().toFile());
            }
            if (tls.certificate() != null && tls.key() != null) {
                builder.keyManager(tls.certificate().toFile(), tls.key().toFile());
            }
            return builder.build();
        } catch (IOException unreadable) {
            throw new IllegalArgumentException("cannot read a TLS file: " + unreadable.getMessage(), unreadable);
        }
    }

    // a listener that still runs may ask the loop for more, and would find it gone without the quiet time
    private Future<?> end() {
        return loop.shutdownGracefully(QUIET_MS, TimeUnit.SECONDS.toMillis(CLOSE_SECONDS), TimeUnit.MILLISECONDS);
    }

    // waits, since a class loader that is closed next, as Flink's are, must not be needed any more
    @Override
    public void close() {
        channel.shutdownNow();
        try {
            channel.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
            end().await(CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            end();
            Thread.currentThread().interrupt();
        }
    }
}
