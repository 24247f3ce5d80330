package dev.toolspan.junit;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Finds the sidecar's program. */
final class SidecarCommand {
    static final String PROPERTY = "toolspan.bin";
    static final String VARIABLE = "TOOLSPAN_BIN";
    private static final int NPX_SECONDS = 20;

    private SidecarCommand() {}

    /** The words that run {@code toolspan}: what was named, else what is installed in or above a folder, or on the PATH. */
    static List<String> find(String property, Map<String, String> environment, Path folder) {
        if (property != null && !property.isBlank()) {
            return checked(property.strip(), "the system property " + PROPERTY, environment);
        }
        String variable = environment.get(VARIABLE);
        if (variable != null && !variable.isBlank()) {
            return checked(variable.strip(), "$" + VARIABLE, environment);
        }
        for (Path each = folder.toAbsolutePath(); each != null; each = each.getParent()) {
            Path local = each.resolve("node_modules/.bin/toolspan");
            if (Files.isExecutable(local)) {
                return List.of(local.toString());
            }
        }
        Optional<String> installed = onPath("toolspan", environment);
        if (installed.isPresent()) {
            return List.of(installed.get());
        }
        Optional<String> npx = onPath("npx", environment).filter(program -> npxHasIt(program, folder));
        if (npx.isPresent()) {
            return List.of(npx.get(), "--no", "--", "toolspan");
        }
        throw new NoSidecarException("There is no `toolspan` program for the tests. Install it with "
                + "`npm install --save-dev toolspan`, or name it: the system property " + PROPERTY + ", or " + VARIABLE
                + ". Looked in node_modules/.bin from " + folder.toAbsolutePath() + " upwards, on the PATH, and asked npx.");
    }

    private static List<String> checked(String command, String origin, Map<String, String> environment) {
        boolean runs = command.contains(File.separator)
                ? Files.isExecutable(Path.of(command))
                : onPath(command, environment).isPresent();
        if (!runs) {
            throw new NoSidecarException(command + ", as " + origin + " says, is no program that can be run.");
        }
        return List.of(command);
    }

    private static Optional<String> onPath(String program, Map<String, String> environment) {
        return Stream.of(environment.getOrDefault("PATH", "").split(File.pathSeparator))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .findFirst();
    }

    private static boolean npxHasIt(String npx, Path folder) {
        try {
            Process asked = new ProcessBuilder(npx, "--no", "--offline", "--", "toolspan", "--version")
                    .directory(folder.toFile())
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            boolean ended = asked.waitFor(NPX_SECONDS, TimeUnit.SECONDS);
            asked.descendants().forEach(ProcessHandle::destroyForcibly);
            asked.destroyForcibly();
            return ended && asked.exitValue() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
