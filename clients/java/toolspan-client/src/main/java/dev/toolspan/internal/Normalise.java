package dev.toolspan.internal;

import dev.toolspan.Cause;
import dev.toolspan.Fault;
import dev.toolspan.Outcome;
import dev.toolspan.ToolResponse;
import java.util.List;

/** The one way from an outcome to the ToolResponse that callers see (C2.5). */
final class Normalise {
    /** Bytes of UTF-8 that an error may have (C2.7). */
    static final int MAX_ERROR_BYTES = 8192;

    private Normalise() {
    }

    static ToolResponse normalise(String toolName, Outcome<ToolResponse> outcome, long executionTimeMs) {
        if (outcome instanceof Outcome.Raised<ToolResponse> raised) {
            Fault fault = bounded(raised.fault());
            return new ToolResponse(null, false, fault.message(), executionTimeMs, toolName, List.of(), fault);
        }
        ToolResponse returned = ((Outcome.Returned<ToolResponse>) outcome).value();
        if (returned.success()) {
            return new ToolResponse(
                    returned.result(), true, null, executionTimeMs, toolName, returned.blocks(), null);
        }
        String error = JsonStrings.cut(returned.error(), MAX_ERROR_BYTES);
        return new ToolResponse(
                returned.result(), false, error, executionTimeMs, toolName, returned.blocks(), bounded(returned.fault()));
    }

    /** The same fault, its texts cut (C2.7). */
    static Fault bounded(Fault fault) {
        List<Cause> causes = fault.causes().stream()
                .map(c -> new Cause(c.language(), c.type(), JsonStrings.cut(c.message(), MAX_ERROR_BYTES)))
                .toList();
        String message = JsonStrings.cut(fault.message(), MAX_ERROR_BYTES);
        return new Fault(
                fault.kind(), message, fault.language(), fault.type(), causes, fault.details(), fault.retryable());
    }
}
