package dev.toolspan;

import java.util.List;

/**
 * What became of an event that was to be written in another dialect of Flink Agents.
 *
 * @param event its JSON text in the other dialect; null where it cannot cross
 * @param refusal what of it cannot cross, by name; null where all of it did
 * @param changes a line a place that differs: its JSON pointer, what was there and what is
 */
public record Translated(String event, String refusal, List<String> changes) {
    /** Copies the list. */
    public Translated {
        changes = List.copyOf(changes);
    }
}
