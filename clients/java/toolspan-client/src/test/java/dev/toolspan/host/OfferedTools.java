package dev.toolspan.host;

import java.util.Map;

/** What the host process of the tests offers. */
public final class OfferedTools {
    @Tool
    public long pid() {
        return ProcessHandle.current().pid();
    }

    @Tool
    public String prints() {
        System.out.println("{\"ready\":1,\"from\":\"the tool\"}");
        return "printed";
    }

    @Tool
    public String sleeps(int ms) throws InterruptedException {
        Thread.sleep(ms);
        return "slept";
    }

    @Tool
    public void exits(int code) {
        System.exit(code);
    }

    @Tool
    public Object asks(String tool, Map<String, Object> args, ToolContext context) {
        return context.call(tool, args);
    }
}
