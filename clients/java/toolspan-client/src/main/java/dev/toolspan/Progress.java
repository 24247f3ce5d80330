package dev.toolspan;

/**
 * What a running tool tells of its progress (C3.6).
 *
 * @param fraction 0 to 1, or null where unknown
 * @param message what it is doing, or null
 */
public record Progress(Double fraction, String message) {
}
