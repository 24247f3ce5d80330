package dev.toolspan.host.internal;

import dev.toolspan.Call;
import dev.toolspan.CallOptions;
import dev.toolspan.CancelToken;
import dev.toolspan.ToolResponse;
import dev.toolspan.host.ToolContext;
import dev.toolspan.internal.HostDoor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** An invocation as its tool sees it. */
final class InvocationContext implements ToolContext {
    private final Invocation invocation;
    private final HostDoor door;

    InvocationContext(Invocation invocation) {
        this.invocation = invocation;
        this.door = invocation.stream().door();
    }

    @Override
    public String toolName() {
        return invocation.tool.name();
    }

    @Override
    public String callId() {
        return invocation.call().getCallId();
    }

    @Override
    public int depth() {
        return invocation.call().getDepth();
    }

    @Override
    public Optional<Duration> remaining() {
        return Optional.ofNullable(invocation.left()).map(Duration::ofNanos);
    }

    @Override
    public CancelToken cancelToken() {
        return invocation.token;
    }

    @Override
    public void progress(Double fraction, String message) {
        if (fraction != null && !(fraction >= 0 && fraction <= 1)) {
            throw new IllegalArgumentException("a fraction is 0 to 1, not " + fraction);
        }
        invocation.progress(fraction, message);
    }

    @Override
    public System.Logger logger() {
        return invocation.log;
    }

    @Override
    public ToolResponse call(String name, Object args, CallOptions options) {
        try (Tie tie = new Tie(invocation.token, options.cancel())) {
            return door.call(name, args, within(options, tie), invocation.nesting());
        }
    }

    @Override
    public CompletableFuture<ToolResponse> callAsync(String name, Object args, CallOptions options) {
        Tie tie = new Tie(invocation.token, options.cancel());
        CompletableFuture<ToolResponse> response =
                door.callAsync(name, args, within(options, tie), invocation.nesting());
        response.whenComplete((value, failure) -> tie.close());
        return response;
    }

    @Override
    public List<ToolResponse> callAll(List<Call> calls, int parallelism) {
        if (parallelism < 0) {
            throw new IllegalArgumentException("parallelism must not be negative");
        }
        List<Tie> ties = calls.stream().map(call -> new Tie(invocation.token, call.options().cancel())).toList();
        try {
            List<Call> tied = new ArrayList<>();
            for (int i = 0; i < calls.size(); i++) {
                Call call = calls.get(i);
                tied.add(Call.of(call.name(), call.args(), within(call.options(), ties.get(i))));
            }
            return door.callAll(tied, parallelism, invocation.nesting());
        } finally {
            ties.forEach(Tie::close);
        }
    }

    // the budget of a nested call is what is left of this one at most
    private CallOptions within(CallOptions options, Tie tie) {
        CallOptions tied = options.cancel(tie.token());
        Long left = invocation.left();
        boolean shorter = left != null && (options.timeout() == null || options.timeout().compareTo(Duration.ofNanos(left)) > 0);
        return shorter ? tied.timeout(Duration.ofNanos(left)) : tied;
    }

    /** One token that either of two others cancels. */
    private static final class Tie implements AutoCloseable {
        private final CancelToken token;
        private final List<CancelToken.Registration> registrations;

        Tie(CancelToken own, CancelToken given) {
            if (given == null) {
                token = own;
                registrations = List.of();
            } else {
                token = new CancelToken();
                registrations = List.of(own.onCancel(token::cancel), given.onCancel(token::cancel));
            }
        }

        CancelToken token() {
            return token;
        }

        @Override
        public void close() {
            registrations.forEach(CancelToken.Registration::close);
        }
    }
}
