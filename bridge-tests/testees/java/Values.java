import dev.toolspan.Payload;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;

/** Makes the Java value that a tagged JSON tree stands for. */
final class Values {
    private static final Map<String, Function<Object, Object>> TAGS = Map.ofEntries(
            Map.entry("$num", word -> Double.parseDouble((String) word)),
            Map.entry("$int", digits -> new BigInteger((String) digits)),
            Map.entry("$bigint", digits -> new BigInteger((String) digits)),
            Map.entry("$float", text -> Double.parseDouble((String) text)),
            Map.entry("$utf16", units -> utf16((String) units)),
            Map.entry("$bytes_hex", hex -> HexFormat.of().parseHex((String) hex)),
            Map.entry("$repeat", pair -> repeat((List<?>) pair)),
            Map.entry("$nest", argument -> nest((Map<?, ?>) argument)),
            Map.entry("$cycle", ignored -> cycle()),
            Map.entry("$shared", ignored -> shared()),
            Map.entry("$opaque", ignored -> new Object()),
            Map.entry("$function", ignored -> (Runnable) () -> { }),
            Map.entry("$instant", text -> instant((String) text)),
            Map.entry("$naive_time", text -> LocalDateTime.parse((String) text)),
            Map.entry("$uuid", text -> UUID.fromString((String) text)),
            Map.entry("$decimal", text -> new BigDecimal((String) text)),
            Map.entry("$map", pairs -> pairs((List<?>) pairs)),
            Map.entry("$payload", argument -> payload((Map<?, ?>) argument)));

    private Values() {
    }

    static Object materialise(Object tree) {
        if (tree instanceof List<?> list) {
            List<Object> made = new ArrayList<>();
            list.forEach(item -> made.add(materialise(item)));
            return made;
        }
        if (!(tree instanceof Map<?, ?> map)) {
            return tree;
        }
        if (map.size() == 1) {
            Map.Entry<?, ?> only = map.entrySet().iterator().next();
            Function<Object, Object> tag = TAGS.get((String) only.getKey());
            if (tag != null) {
                return tag.apply(only.getValue());
            }
        }
        Map<Object, Object> made = new LinkedHashMap<>();
        map.forEach((key, item) -> made.put(key, materialise(item)));
        return made;
    }

    static Payload payload(Map<?, ?> argument) {
        Object type = argument.get("media_type");
        String mediaType = type == null ? "" : (String) type;
        if (argument.get("text") instanceof String text) {
            return new Payload(text.getBytes(StandardCharsets.UTF_8), mediaType);
        }
        if (argument.get("hex") instanceof String hex) {
            return new Payload(HexFormat.of().parseHex(hex), mediaType);
        }
        return new Payload(Base64.getDecoder().decode((String) argument.get("base64")), mediaType);
    }

    private static Object instant(String text) {
        return text.endsWith("Z") ? Instant.parse(text) : OffsetDateTime.parse(text);
    }

    private static String repeat(List<?> pair) {
        return ((String) pair.get(0)).repeat(((Long) pair.get(1)).intValue());
    }

    private static String utf16(String units) {
        StringBuilder built = new StringBuilder();
        for (String unit : units.split(" ")) {
            built.append((char) Integer.parseInt(unit, 16));
        }
        return built.toString();
    }

    private static Object nest(Map<?, ?> argument) {
        List<Object> nested = new ArrayList<>();
        for (long i = 1; i < (Long) argument.get("depth"); i++) {
            nested = new ArrayList<>(List.of(nested));
        }
        return nested;
    }

    private static Object cycle() {
        Map<String, Object> knot = new LinkedHashMap<>();
        List<Object> list = new ArrayList<>();
        list.add(knot);
        knot.put("a", list);
        return knot;
    }

    private static Object shared() {
        Map<String, Object> one = Map.of("x", 1);
        return List.of(one, one);
    }

    private static Object pairs(List<?> pairs) {
        Map<Object, Object> map = new LinkedHashMap<>();
        for (Object pair : pairs) {
            map.put(materialise(((List<?>) pair).get(0)), materialise(((List<?>) pair).get(1)));
        }
        return map;
    }
}
