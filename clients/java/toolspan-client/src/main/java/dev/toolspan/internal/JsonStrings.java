package dev.toolspan.internal;

import java.nio.charset.StandardCharsets;

/** Text as JSON strings and as UTF-8, always valid Unicode (C1.7). */
public final class JsonStrings {
    private static final char REPLACEMENT = '\uFFFD';
    private static final String HEX = "0123456789abcdef";

    private JsonStrings() {
    }

    /** Appends a quoted JSON string; non-ASCII stays as it is, a lone surrogate becomes U+FFFD. */
    static void quote(CharSequence text, StringBuilder out) {
        out.append('"');
        int length = text.length();
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ') {
                control(c, out);
            } else if (!Character.isSurrogate(c)) {
                out.append(c);
            } else if (isPair(text, i)) {
                out.append(c).append(text.charAt(++i));
            } else {
                out.append(REPLACEMENT);
            }
        }
        out.append('"');
    }

    public static String quoted(CharSequence text) {
        StringBuilder out = new StringBuilder(text.length() + 2);
        quote(text, out);
        return out.toString();
    }

    private static void control(char c, StringBuilder out) {
        switch (c) {
            case '\b' -> out.append("\\b");
            case '\f' -> out.append("\\f");
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            default -> out.append("\\u00").append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 15));
        }
    }

    /** The same text where every lone surrogate is U+FFFD. */
    public static String wellFormed(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                if (!isPair(text, i)) {
                    return repaired(text);
                }
                i++;
            }
        }
        return text;
    }

    private static String repaired(String text) {
        StringBuilder out = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!Character.isSurrogate(c)) {
                out.append(c);
            } else if (isPair(text, i)) {
                out.append(c).append(text.charAt(++i));
            } else {
                out.append(REPLACEMENT);
            }
        }
        return out.toString();
    }

    private static boolean isPair(CharSequence text, int i) {
        return i + 1 < text.length() && Character.isSurrogatePair(text.charAt(i), text.charAt(i + 1));
    }

    public static byte[] utf8(String text) {
        return wellFormed(text).getBytes(StandardCharsets.UTF_8);
    }

    /** The start of a text that has at most so many bytes of UTF-8, cut between code points. */
    static String cut(String text, int mostBytes) {
        String whole = wellFormed(text);
        byte[] bytes = whole.getBytes(StandardCharsets.UTF_8);
        if (bytes.length <= mostBytes) {
            return whole;
        }
        int end = mostBytes;
        while ((bytes[end] & 0xC0) == 0x80) {
            end--;
        }
        return new String(bytes, 0, end, StandardCharsets.UTF_8);
    }
}
