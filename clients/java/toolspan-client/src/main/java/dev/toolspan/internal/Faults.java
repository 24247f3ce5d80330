package dev.toolspan.internal;

import dev.toolspan.Fault;
import dev.toolspan.FaultKind;
import java.util.List;
import java.util.Map;

/** The failures that the SDK itself finds. */
public final class Faults {
    private Faults() {
    }

    static Fault timeout(String tool, long budgetMs) {
        String message = Texts.timeout(tool, budgetMs);
        return new Fault(FaultKind.TIMEOUT, message, "", "", List.of(), Map.of(), true);
    }

    public static Fault cancelled(String tool) {
        return Fault.of(FaultKind.CANCELLED, Texts.cancelled(tool));
    }

    /** The call was sent, and nobody knows what became of it (C8.6). */
    static Fault hostLost(String tool) {
        return Fault.of(FaultKind.HOST_LOST, Texts.hostLost(tool), Map.of("effect", "unknown"));
    }

    /** Nobody could be asked, in a batch of which others were. */
    static Fault notReached(String tool) {
        return Fault.of(FaultKind.HOST_LOST, Texts.hostLost(tool), Map.of("effect", "none"));
    }

    public static Fault invalidArguments(String tool, List<Problem> problems) {
        String message = Texts.invalidArguments(tool, Problem.list(problems));
        return Fault.of(FaultKind.INVALID_ARGUMENTS, message, Problem.details(problems));
    }

    static Fault argumentsTooLarge(String tool, long bytes, long limit) {
        return Fault.of(
                FaultKind.INVALID_ARGUMENTS, Texts.argumentsTooLarge(tool, bytes, Problem.size(limit)));
    }

    static Fault invalidResult(String tool, String reason) {
        return invalidResult(tool, List.of(new Problem("", reason)));
    }

    static Fault invalidResult(String tool, List<Problem> problems) {
        String message = Texts.invalidResult(tool, Problem.list(problems));
        return Fault.of(FaultKind.INVALID_RESULT, message, Problem.details(problems));
    }

    static Fault resultTooLarge(String tool, long bytes, long limit) {
        return Fault.of(FaultKind.RESULT_TOO_LARGE, Texts.resultTooLarge(tool, bytes, Problem.size(limit)));
    }

    public static Fault internal(String message) {
        return Fault.of(FaultKind.INTERNAL, message);
    }
}
