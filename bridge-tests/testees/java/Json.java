import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The JSON of the line protocol: maps, lists, text, {@code Long}, {@code Double}, {@code Boolean}, null. */
final class Json {
    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    static Object read(String text) {
        return new Json(text).value();
    }

    private Object value() {
        char c = next();
        if (c == '{') {
            return map();
        }
        if (c == '[') {
            return list();
        }
        if (c == '"') {
            return string();
        }
        int start = at - 1;
        while (at < text.length() && ",]} \t".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        String word = text.substring(start, at);
        return switch (word) {
            case "null" -> null;
            case "true" -> true;
            case "false" -> false;
            default -> word.matches("-?\\d+") ? (Object) Long.valueOf(word) : (Object) Double.valueOf(word);
        };
    }

    private Map<String, Object> map() {
        Map<String, Object> map = new LinkedHashMap<>();
        char c = next();
        while (c != '}') {
            if (c == ',') {
                c = next();
            }
            String key = string();
            next();
            map.put(key, value());
            c = next();
        }
        return map;
    }

    private List<Object> list() {
        List<Object> list = new ArrayList<>();
        while (true) {
            char c = next();
            if (c == ']') {
                return list;
            }
            if (c != ',') {
                at--;
            }
            list.add(value());
        }
    }

    private String string() {
        StringBuilder built = new StringBuilder();
        while (true) {
            char c = text.charAt(at++);
            if (c == '"') {
                return built.toString();
            }
            built.append(c == '\\' ? escaped() : c);
        }
    }

    private char escaped() {
        char c = text.charAt(at++);
        return switch (c) {
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'u' -> {
                at += 4;
                yield (char) Integer.parseInt(text.substring(at - 4, at), 16);
            }
            default -> c;
        };
    }

    private char next() {
        char c = text.charAt(at++);
        return c == ' ' ? next() : c;
    }

    /** Writes maps, lists, text, numbers, booleans and null. */
    static void write(Object value, StringBuilder out) {
        if (value instanceof Map<?, ?> map) {
            String lead = "{";
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                out.append(lead);
                quote(entry.getKey().toString(), out);
                out.append(':');
                write(entry.getValue(), out);
                lead = ",";
            }
            out.append(map.isEmpty() ? "{}" : "}");
        } else if (value instanceof List<?> list) {
            String lead = "[";
            for (Object item : list) {
                out.append(lead);
                write(item, out);
                lead = ",";
            }
            out.append(list.isEmpty() ? "[]" : "]");
        } else if (value instanceof String string) {
            quote(string, out);
        } else {
            out.append(value);
        }
    }

    private static void quote(String string, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < string.length(); i++) {
            char c = string.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < 0x20 || c > 0x7e) {
                out.append("\\u").append(Integer.toHexString(c | 0x10000).substring(1));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}
