package dev.toolspan.host.internal;

import dev.toolspan.Cause;
import dev.toolspan.Fault;
import dev.toolspan.FaultKind;
import dev.toolspan.Outcome;
import dev.toolspan.ToolResponse;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** The one catch for foreign code in Java (C2.4). */
final class Foreign {
    private static final String LANGUAGE = "java";
    private static final int MOST_CAUSES = 10;

    /** Code that this SDK did not write, or that runs some. */
    @FunctionalInterface
    interface Code<T> {
        T run() throws Throwable;
    }

    private Foreign() {
    }

    /** Whatever the code throws, errors of the machine too, is an outcome. */
    static <T> Outcome<T> attempt(Code<T> code) {
        return caught(() -> new Outcome.Returned<>(code.run()), thrown -> new Outcome.Raised<>(fault(thrown)));
    }

    /** As {@link #attempt(Code)}; what was thrown stands in the log with its stack, which no caller sees (C2.7). */
    static <T> Outcome<T> attempt(Code<T> code, ToolLogger log) {
        return caught(() -> new Outcome.Returned<>(code.run()), thrown -> {
            caught(() -> {
                log.raised(thrown);
                return null;
            }, silent -> null);
            return new Outcome.Raised<>(fault(thrown));
        });
    }

    private static <T> T caught(Code<T> code, Function<Throwable, T> otherwise) {
        try {
            return code.run();
        } catch (Throwable thrown) {
            return otherwise.apply(thrown);
        }
    }

    /** Calls a method, without what reflection puts around an exception. */
    static Object invoke(Method method, Object target, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException wrapper) {
            throw wrapper.getCause();
        }
    }

    /** Makes an object, without what reflection puts around an exception. */
    static Object make(Constructor<?> constructor, Object[] arguments) throws Throwable {
        try {
            return constructor.newInstance(arguments);
        } catch (InvocationTargetException wrapper) {
            throw wrapper.getCause();
        }
    }

    /** A failure that a tool states itself comes from this language; one that it passes on keeps its own. */
    static ToolResponse own(ToolResponse said) {
        Fault fault = said.fault();
        if (fault == null || fault.kind() != FaultKind.TOOL_ERROR || !fault.language().isEmpty()) {
            return said;
        }
        Fault stated = new Fault(
                fault.kind(), fault.message(), LANGUAGE, fault.type(), fault.causes(), fault.details(), fault.retryable());
        return new ToolResponse(
                said.result(), false, said.error(), said.executionTimeMs(), said.toolName(), said.blocks(), stated);
    }

    private static Fault fault(Throwable thrown) {
        Cause own = described(thrown);
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        seen.add(thrown);
        List<Cause> causes = new ArrayList<>();
        Throwable next = causeOf(thrown);
        while (next != null && seen.add(next) && causes.size() < MOST_CAUSES) {
            causes.add(described(next));
            next = causeOf(next);
        }
        return new Fault(FaultKind.EXCEPTION, own.message(), LANGUAGE, own.type(), causes, Map.of(), false);
    }

    // an exception's own methods are foreign too
    private static Cause described(Throwable thrown) {
        String type = thrown.getClass().getName();
        String message = caught(thrown::getMessage, silent -> "");
        return new Cause(LANGUAGE, type, message == null || message.isEmpty() ? type : message);
    }

    private static Throwable causeOf(Throwable thrown) {
        return caught(thrown::getCause, silent -> null);
    }
}
