package dev.toolspan.internal;

import dev.toolspan.ToolSpec;
import dev.toolspan.v1.ListRequest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/** The sidecar's list of tools, and what it said of each when it was last asked. */
final class Catalog {
    private final Link link;
    private final AtomicBoolean asked = new AtomicBoolean();
    private volatile Map<String, Boolean> idempotent;

    Catalog(Link link) {
        this.link = link;
    }

    CompletableFuture<List<ToolSpec>> list() {
        asked.set(true);
        return Ask.ask(link, Ask.LIST, ListRequest.getDefaultInstance())
                .thenApply(answer -> learn(answer.getToolsList()));
    }

    /** Asks once, in the background, so that a later loss need not wait for a list. */
    void warm() {
        if (!asked.get() && asked.compareAndSet(false, true)) {
            list();
        }
    }

    List<ToolSpec> learn(List<dev.toolspan.v1.ToolSpec> wire) {
        List<ToolSpec> specs = wire.stream().map(WireSpec::fromWire).toList();
        Map<String, Boolean> known = new HashMap<>();
        // a bare name that several sources have means none of them
        specs.forEach(spec -> known.merge(spec.name(), spec.idempotent(), (one, other) -> false));
        specs.forEach(spec -> known.put(spec.fullName(), spec.idempotent()));
        idempotent = known;
        return specs;
    }

    /** Whether a tool may be called again after a loss; one that cannot be found may not. */
    CompletableFuture<Boolean> isIdempotent(String name) {
        Map<String, Boolean> known = idempotent;
        if (known != null && known.containsKey(name)) {
            return CompletableFuture.completedFuture(known.get(name));
        }
        return list().handle((specs, failure) -> failure == null && idempotent.getOrDefault(name, false));
    }
}
