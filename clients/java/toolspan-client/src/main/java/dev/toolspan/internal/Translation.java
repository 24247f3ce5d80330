package dev.toolspan.internal;

import dev.toolspan.CannotCrossException;
import dev.toolspan.Translated;
import dev.toolspan.v1.EventsGrpc;
import dev.toolspan.v1.TranslateRequest;
import dev.toolspan.v1.TranslateResponse;
import io.grpc.MethodDescriptor;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Events of Flink Agents in another JSON dialect; the sidecar translates (C7.2). */
final class Translation {
    private static final MethodDescriptor<TranslateRequest, TranslateResponse> TRANSLATE =
            EventsGrpc.getTranslateMethod();

    private Translation() {
    }

    /** Answer i is that of event i. */
    static List<Translated> of(Link link, List<String> events, String from, String to) {
        TranslateRequest request = TranslateRequest.newBuilder()
                .setFrom(from).setTo(to).addAllEvents(events).setExplain(true).build();
        CompletableFuture<TranslateResponse> answer = Ask.ask(link, TRANSLATE, request);
        return Waiting.forAnswer(answer).getEventsList().stream()
                .map(each -> new Translated(
                        each.hasEvent() ? each.getEvent() : null,
                        each.hasEvent() ? null : each.getRefusal(),
                        each.getChangesList()))
                .toList();
    }

    static String of(Link link, String event, String from, String to) {
        Translated answer = of(link, List.of(event), from, to).get(0);
        if (answer.event() == null) {
            throw new CannotCrossException(answer.refusal());
        }
        return answer.event();
    }
}
