package dev.toolspan.bench;

import dev.toolspan.Call;
import dev.toolspan.ToolResponse;
import dev.toolspan.Toolspan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The shipped client: a call a call, or a batch. */
final class SdkWay implements Way {
    private final Toolspan hub;
    private final String tool;
    private final String text;
    private final int batch;

    SdkWay(String address, String tool, int bytes, int batch) {
        this.hub = Toolspan.connect(address);
        this.tool = tool;
        this.text = Way.textOf(bytes);
        this.batch = batch;
    }

    @Override
    public int batch() {
        return batch;
    }

    @Override
    public int call(long n) {
        if (batch == 1) {
            return right(hub.call(tool, arguments(n)), n);
        }
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < batch; i++) {
            calls.add(Call.of(tool, arguments(n + i)));
        }
        List<ToolResponse> answers = hub.callAll(calls);
        int right = 0;
        for (int i = 0; i < batch; i++) {
            right += right(answers.get(i), n + i);
        }
        return right;
    }

    @Override
    public CompletableFuture<Integer> callAsync(long n) {
        return hub.callAsync(tool, arguments(n)).thenApply(answer -> right(answer, n));
    }

    private Map<String, Object> arguments(long n) {
        return Map.of("text", text, "n", n);
    }

    private int right(ToolResponse answer, long n) {
        if (!answer.success()) {
            throw new IllegalStateException(answer.error());
        }
        return Way.isEcho(answer.result(), text, n) ? 1 : 0;
    }

    @Override
    public void close() {
        hub.close();
    }
}
