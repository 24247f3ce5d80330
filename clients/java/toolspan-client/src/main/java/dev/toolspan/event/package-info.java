/**
 * Events of an agent run: {@link dev.toolspan.event.Event} keeps everything, a {@link dev.toolspan.event.TypedEvent} is what is
 * known of it (C7.1).
 */
package dev.toolspan.event;
