package dev.toolspan.host;

import dev.toolspan.host.internal.HostCommand;

/** A process that does nothing but offer tools: {@code java -cp toolspan-client.jar:my.jar dev.toolspan.host.Main CLASS…}. */
public final class Main {
    private Main() {
    }

    /** {@code --help} says what the arguments are. */
    public static void main(String[] args) {
        HostCommand.run(args);
    }
}
