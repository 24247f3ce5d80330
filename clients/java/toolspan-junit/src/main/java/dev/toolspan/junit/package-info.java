/** A sidecar for a user's own tests: {@link dev.toolspan.junit.ToolspanSidecar}. */
package dev.toolspan.junit;
