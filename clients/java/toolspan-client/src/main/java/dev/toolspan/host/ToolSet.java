package dev.toolspan.host;

import java.util.List;

/** Several tools in one object, for {@link Main} and {@link dev.toolspan.Toolspan#host}. */
@FunctionalInterface
public interface ToolSet {
    List<HostTool> tools();
}
