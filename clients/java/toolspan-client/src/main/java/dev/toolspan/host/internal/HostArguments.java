package dev.toolspan.host.internal;

import java.util.ArrayList;
import java.util.List;

/**
 * What the command line of a host process says.
 *
 * @param classes names of classes with tools
 * @param address null means the environment's
 * @param token null means the environment's
 * @param source null means the simple name of each class
 * @param maxInFlight 0 means the usual
 */
record HostArguments(
        List<String> classes, String address, String token, String source, int maxInFlight, boolean help) {
    /** A mistake is an IllegalArgumentException that says it. */
    static HostArguments of(String[] args) {
        List<String> classes = new ArrayList<>();
        String address = null;
        String token = null;
        String source = null;
        int maxInFlight = 0;
        boolean help = false;
        for (int i = 0; i < args.length; i++) {
            String name = args[i];
            if (!name.startsWith("-")) {
                classes.add(name);
                continue;
            }
            if (name.equals("--help") || name.equals("-h")) {
                help = true;
                continue;
            }
            int equals = name.indexOf('=');
            String option = equals < 0 ? name : name.substring(0, equals);
            if (!List.of("--address", "--token", "--source", "--max-in-flight").contains(option)) {
                throw new IllegalArgumentException("there is no option " + option);
            }
            if (equals < 0 && i + 1 == args.length) {
                throw new IllegalArgumentException(option + " needs a value");
            }
            String value = equals < 0 ? args[++i] : name.substring(equals + 1);
            switch (option) {
                case "--address" -> address = value;
                case "--token" -> token = value;
                case "--source" -> source = value;
                default -> maxInFlight = positive(option, value);
            }
        }
        if (classes.isEmpty() && !help) {
            throw new IllegalArgumentException("name a class with tools");
        }
        return new HostArguments(classes, address, token, source, maxInFlight, help);
    }

    private static int positive(String option, String value) {
        try {
            int number = Integer.parseInt(value);
            if (number > 0) {
                return number;
            }
        } catch (NumberFormatException malformed) {
            // said below, as for zero
        }
        throw new IllegalArgumentException(option + " needs a positive number, not " + value);
    }
}
