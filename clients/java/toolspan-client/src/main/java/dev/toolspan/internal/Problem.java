package dev.toolspan.internal;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One thing that is wrong with a value.
 *
 * @param path where: an RFC 6901 pointer, empty for the whole value
 * @param reason what, from {@link Texts}
 */
public record Problem(String path, String reason) {
    private static final int MOST_LISTED = 50;
    private static final int MIB = 1 << 20;

    /** Every problem in one line, so that a model can repair all of them at once. */
    public static String list(List<Problem> problems) {
        Stream<String> listed = problems.stream().limit(MOST_LISTED).map(Problem::text);
        int left = problems.size() - MOST_LISTED;
        Stream<String> rest = left > 0 ? Stream.of("and " + left + " more") : Stream.empty();
        return Stream.concat(listed, rest).collect(Collectors.joining(Texts.PROBLEM_SEPARATOR));
    }

    /** Every problem as fields, beside the path of the first one (C1.4). */
    static Map<String, Object> details(List<Problem> problems) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("path", problems.isEmpty() ? "" : problems.get(0).path());
        details.put("problems", problems.stream().map(Problem::fields).toList());
        return details;
    }

    private Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("path", path);
        fields.put("reason", reason);
        return fields;
    }

    private String text() {
        return Texts.problem(path.isEmpty() ? Texts.ROOT : path, reason);
    }

    /** A size as texts write it: "32 MiB", or bytes where it is no whole number of those. */
    static String size(long bytes) {
        return bytes % MIB == 0 ? bytes / MIB + " MiB" : bytes + " bytes";
    }
}
