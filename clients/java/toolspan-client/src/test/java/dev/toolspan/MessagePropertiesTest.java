package dev.toolspan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** Generated messages and results survive every form; what was damaged is refused, or is a message itself. */
class MessagePropertiesTest {
    @Property(edgeCases = EdgeCasesMode.NONE)
    void messagesSurvive(@ForAll("messages") ChatMessage message) {
        assertEquals(message.toJson(), ChatMessage.fromJson(message.toJson()).toJson());
        assertEquals(message.toJson(), ChatMessage.fromBytes(message.toBytes()).toJson());
        assertEquals(message, ChatMessage.fromMap(message.toMap()));
        assertEquals(ChatMessage.fromJson(message.toJson()), ChatMessage.fromBytes(message.toBytes()));
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void resultsSurvive(@ForAll("results") ChatResult result) {
        assertEquals(result.toJson(), ChatResult.fromJson(result.toJson()).toJson());
        assertEquals(result.toJson(), ChatResult.fromBytes(result.toBytes()).toJson());
        assertEquals(result, ChatResult.fromMap(result.toMap()));
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void damagedBytesAreRefusedOrRead(
            @ForAll("results") ChatResult result, @ForAll int place, @ForAll byte damage, @ForAll boolean cut) {
        byte[] bytes = damaged(result.toBytes(), place, damage, cut);
        readsAlike(() -> ChatResult.fromBytes(bytes), ChatResult::toJson, ChatResult::fromJson);
        readsAlike(() -> ChatMessage.fromBytes(bytes), ChatMessage::toJson, ChatMessage::fromJson);
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void damagedJsonIsRefusedOrRead(
            @ForAll("messages") ChatMessage message, @ForAll int place, @ForAll byte damage, @ForAll boolean cut) {
        byte[] bytes = damaged(message.toJson().getBytes(StandardCharsets.UTF_8), place, damage, cut);
        String json = new String(bytes, StandardCharsets.UTF_8);
        readsAlike(() -> ChatMessage.fromJson(json), ChatMessage::toJson, ChatMessage::fromJson);
    }

    private static byte[] damaged(byte[] bytes, int place, byte damage, boolean cut) {
        int at = Math.floorMod(place, bytes.length);
        byte[] damaged = cut ? Arrays.copyOf(bytes, at) : bytes;
        if (!cut) {
            damaged[at] = damage;
        }
        return damaged;
    }

    private static <T> void readsAlike(Supplier<T> reading, Function<T, String> write, Function<String, T> read) {
        T value;
        try {
            value = reading.get();
        } catch (InvalidMessageException refused) {
            return;
        }
        String written = write.apply(value);
        assertEquals(written, write.apply(read.apply(written)));
    }

    @Provide
    Arbitrary<ChatMessage> messages() {
        Arbitrary<ChatMessage> said = Combinators.combine(
                        Arbitraries.of(Role.SYSTEM, Role.USER, Role.ASSISTANT), blocks().list().ofMaxSize(4), maps())
                .as(MessagePropertiesTest::said);
        return Arbitraries.frequencyOf(
                Tuple.of(4, said), Tuple.of(1, results(content()).map(ChatMessage::tool)));
    }

    // leaves out what the role does not allow
    private static ChatMessage said(Role role, List<Block> blocks, Map<String, Object> metadata) {
        Set<String> ids = new HashSet<>();
        List<Block> allowed = blocks.stream()
                .filter(block -> role == Role.ASSISTANT || block instanceof TextBlock
                        || role == Role.USER && block instanceof ContentBlock)
                .filter(block -> !(block instanceof ToolCallBlock call) || ids.add(call.callId()))
                .toList();
        return new ChatMessage(role, allowed, metadata);
    }

    @Provide
    Arbitrary<ChatResult> results() {
        Arbitrary<ChatMessage> message = Combinators.combine(blocks().list().ofMaxSize(3), maps())
                .as((blocks, metadata) -> said(Role.ASSISTANT, blocks, metadata));
        Arbitrary<String> text = texts().injectNull(0.3);
        return Combinators.combine(message, text, text, usages().injectNull(0.3), text, maps()).as(ChatResult::new);
    }

    private static Arbitrary<TokenUsage> usages() {
        Arbitrary<Long> count = Arbitraries.longs().greaterOrEqual(0);
        Arbitrary<Map<String, Long>> details = Arbitraries.maps(texts(), count).ofMaxSize(3);
        return Combinators.combine(count.injectNull(0.3), count.injectNull(0.3), details, details).as(TokenUsage::new);
    }

    private static Arbitrary<Block> blocks() {
        Arbitrary<Block> reasoning = Combinators.combine(texts().injectNull(0.3), maps()).as(ReasoningBlock::new);
        Arbitrary<Block> call = Combinators.combine(words(), words(), maps(), maps()).as(ToolCallBlock::new);
        return Arbitraries.oneOf(content().map(block -> (Block) block), reasoning, call);
    }

    private static Arbitrary<ContentBlock> content() {
        Arbitrary<ContentBlock> text = texts().map(TextBlock::new);
        Arbitrary<MediaBlock.Source> source =
                Arbitraries.oneOf(words().map(MediaBlock.Base64::new), words().map(MediaBlock.Url::new));
        Arbitrary<ContentBlock> media = Combinators.combine(
                        Arbitraries.of(MediaBlock.Type.class), words(), source, texts().injectNull(0.3),
                        Arbitraries.longs().greaterOrEqual(0).injectNull(0.3), texts().injectNull(0.3))
                .as(MediaBlock::new);
        return Arbitraries.oneOf(text, media);
    }

    private static Arbitrary<ToolResultBlock> results(Arbitrary<ContentBlock> content) {
        return Combinators.combine(words(), content.list().ofMaxSize(3), Arbitraries.of(true, false), maps())
                .as(ToolResultBlock::new);
    }

    // valid Unicode: half a pair would come back as U+FFFD
    private static Arbitrary<String> texts() {
        return Arbitraries.strings().ofMaxLength(12)
                .map(text -> new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8));
    }

    private static Arbitrary<String> words() {
        return texts().filter(text -> !text.isEmpty());
    }

    private static Arbitrary<Map<String, Object>> maps() {
        return Arbitraries.maps(keys(), values(2)).ofMaxSize(3).map(LinkedHashMap::new);
    }

    private static Arbitrary<String> keys() {
        return Arbitraries.oneOf(texts(), Arbitraries.of("__proto__", "constructor", "", "1", "0", "type"));
    }

    private static Arbitrary<Object> values(int depth) {
        Arbitrary<Object> leaf = Arbitraries.oneOf(
                texts().map(text -> (Object) text),
                Arbitraries.integers().map(number -> (Object) number),
                Arbitraries.longs().map(MessagePropertiesTest::asRead),
                Arbitraries.bigIntegers().between(BigInteger.TWO.pow(80).negate(), BigInteger.TWO.pow(80))
                        .map(MessagePropertiesTest::asRead),
                Arbitraries.longs().map(Double::longBitsToDouble).filter(Double::isFinite).map(real -> (Object) real),
                Arbitraries.of(true, false),
                Arbitraries.of(1.0, -0.0, 1e20, 5e-324),
                Arbitraries.just(null));
        if (depth == 0) {
            return leaf;
        }
        Arbitrary<Object> lists = values(depth - 1).list().ofMaxSize(3).map(list -> (Object) list);
        Arbitrary<Object> maps = Arbitraries.maps(keys(), values(depth - 1)).ofMaxSize(3).map(LinkedHashMap::new);
        return Arbitraries.oneOf(leaf, leaf, lists, maps);
    }

    // the smallest type that holds an integer, as the reader chooses it
    private static Object asRead(Number number) {
        BigInteger big = new BigInteger(number.toString());
        return big.bitLength() < 32 ? (Object) big.intValue() : big.bitLength() < 64 ? (Object) big.longValue() : big;
    }
}
