/**
 * Offers Java code as tools: annotate methods with {@link dev.toolspan.host.Tool} or build a
 * {@link dev.toolspan.host.HostTool}, then hand them to {@link dev.toolspan.Toolspan#host} or run
 * {@link dev.toolspan.host.Main}.
 */
package dev.toolspan.host;
