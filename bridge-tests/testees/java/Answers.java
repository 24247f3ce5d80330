import dev.toolspan.Progress;
import dev.toolspan.ToolResponse;
import dev.toolspan.ToolSpec;
import dev.toolspan.Translated;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the testee tells of answers and exceptions. */
final class Answers {
    private Answers() {
    }

    static Map<String, Object> of(ToolResponse response) {
        Object result = response.result();
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("response", response.toJson());
        told.put("model_text", response.modelText());
        told.put("native", result == null ? "null" : result.getClass().getSimpleName());
        return told;
    }

    static Map<String, Object> of(Progress update) {
        Map<String, Object> told = new LinkedHashMap<>();
        if (update.fraction() != null) {
            told.put("fraction", update.fraction());
        }
        if (update.message() != null) {
            told.put("message", update.message());
        }
        return told;
    }

    static Map<String, Object> of(List<ToolResponse> responses) {
        List<Object> told = new ArrayList<>();
        responses.forEach(response -> told.add(of(response)));
        return Map.of("answers", told);
    }

    static Map<String, Object> of(Throwable thrown) {
        String word = thrown.getClass().getSimpleName().replaceAll("(Error|Exception)$", "");
        return Map.of("raised", Map.of("class", word, "message", String.valueOf(thrown.getMessage())));
    }

    static Map<String, Object> ofTranslated(List<Translated> answers) {
        List<Object> told = new ArrayList<>();
        for (Translated answer : answers) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("event", answer.event());
            one.put("refusal", answer.refusal());
            one.put("changes", answer.changes());
            told.add(one);
        }
        return Map.of("events", told);
    }

    static Map<String, Object> ofSpecs(List<ToolSpec> specs) {
        List<Object> told = new ArrayList<>();
        for (ToolSpec spec : specs) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("name", spec.name());
            one.put("full_name", spec.fullName());
            one.put("description", spec.description());
            one.put("input_schema", spec.inputSchema());
            one.put("injected_schema", spec.injectedSchema());
            one.put("output_schema", spec.outputSchema());
            one.put("type", spec.type().word());
            one.put("source", spec.source());
            one.put("timeout_ms", spec.timeout() == null ? null : spec.timeout().toMillis());
            one.put("idempotent", spec.idempotent());
            one.put("digest", spec.digest());
            told.add(one);
        }
        return Map.of("specs", told);
    }
}
