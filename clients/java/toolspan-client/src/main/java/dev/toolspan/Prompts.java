package dev.toolspan;

import dev.toolspan.internal.ModelText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Fills {@code {name}} in text and messages, and puts prompts before a conversation (C6.6). */
public final class Prompts {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{([^{}]+)\\}");

    private Prompts() {
    }

    /** One USER message of a template. */
    public static List<ChatMessage> formatPrompt(String template, Map<String, ?> args) {
        return formatPrompt(template, args, Role.USER);
    }

    /**
     * One message of a template. A name that is not given stays as it is, and null is nothing.
     *
     * @throws IllegalArgumentException if a value that is asked for has no JSON form
     */
    public static List<ChatMessage> formatPrompt(String template, Map<String, ?> args, Role role) {
        return List.of(ChatMessage.of(role, fill(template, args)));
    }

    /** The messages of a template; only the text blocks at their top change. */
    public static List<ChatMessage> formatPrompt(List<ChatMessage> template, Map<String, ?> args) {
        return template.stream().map(message -> fill(message, args)).toList();
    }

    /** The formatted template, and after it each input message that says something or is the assistant's. */
    public static List<ChatMessage> promptMessages(String template, Map<String, ?> args, List<ChatMessage> input) {
        return before(formatPrompt(template, args), input);
    }

    /** The formatted template, and after it each input message that says something or is the assistant's. */
    public static List<ChatMessage> promptMessages(
            List<ChatMessage> template, Map<String, ?> args, List<ChatMessage> input) {
        return before(formatPrompt(template, args), input);
    }

    /** The messages with one more SYSTEM message, right after the first one or at the start. */
    public static List<ChatMessage> insertSystem(List<ChatMessage> messages, String text) {
        List<ChatMessage> all = new ArrayList<>(messages);
        all.add(ChatMessage.findFirstSystemMessage(messages) + 1, ChatMessage.system(text));
        return List.copyOf(all);
    }

    private static List<ChatMessage> before(List<ChatMessage> prompt, List<ChatMessage> input) {
        List<ChatMessage> all = new ArrayList<>(prompt);
        input.stream()
                .filter(message -> !message.blocks().isEmpty() || message.role() == Role.ASSISTANT)
                .forEach(all::add);
        return List.copyOf(all);
    }

    private static ChatMessage fill(ChatMessage message, Map<String, ?> args) {
        List<Block> blocks = new ArrayList<>();
        for (Block block : message.blocks()) {
            blocks.add(block instanceof TextBlock text ? new TextBlock(fill(text.text(), args)) : block);
        }
        return message.withBlocks(blocks);
    }

    private static String fill(String text, Map<String, ?> args) {
        return PLACEHOLDER.matcher(text).replaceAll(found -> Matcher.quoteReplacement(
                args.containsKey(found.group(1)) ? textOf(args.get(found.group(1))) : found.group()));
    }

    private static String textOf(Object value) {
        return value == null ? "" : ModelText.ofValue(value);
    }
}
