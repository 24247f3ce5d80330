package dev.toolspan.junit;

import dev.toolspan.host.HostTool;
import dev.toolspan.host.ToolContext;
import dev.toolspan.host.ToolHost;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A tool that gives the answers that it was told, one a call, the last one again and again; closing withdraws it. */
public final class Canned implements AutoCloseable {
    private final String name;
    private final ArrayDeque<Answer> answers = new ArrayDeque<>();
    private final List<Map<String, Object>> calls = new ArrayList<>();
    private ToolHost host;

    Canned(String name, Object... answers) {
        this.name = name;
        then(answers);
    }

    /** From the next call on it gives these answers; none at all means null. */
    public synchronized Canned then(Object... next) {
        answers.clear();
        Arrays.stream(next).map(Answer::of).forEach(answers::add);
        if (answers.isEmpty()) {
            answers.add(Answer.succeeds(null));
        }
        return this;
    }

    /** The bare name. */
    public String name() {
        return name;
    }

    /** The arguments of each call so far, in the order in which they came. */
    public synchronized List<Map<String, Object>> calls() {
        return List.copyOf(calls);
    }

    @Override
    public void close() {
        if (host != null) {
            host.close();
        }
    }

    HostTool tool() {
        return HostTool.builder(name).description("Gives an answer that was decided before.").run(this::run);
    }

    void offeredBy(ToolHost offering) {
        host = offering;
    }

    private Object run(Map<String, Object> arguments, ToolContext context) throws Exception {
        Answer answer = next(arguments);
        Thread.sleep(answer.after().toMillis());
        return answer.give(context.toolName());
    }

    private synchronized Answer next(Map<String, Object> arguments) {
        calls.add(Collections.unmodifiableMap(new LinkedHashMap<>(arguments)));
        return answers.size() > 1 ? answers.remove() : answers.element();
    }
}
