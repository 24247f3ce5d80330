package dev.toolspan.internal;

import dev.toolspan.v1.GreetRequest;
import dev.toolspan.v1.GreetResponse;
import dev.toolspan.v1.ListRequest;
import dev.toolspan.v1.ListResponse;
import dev.toolspan.v1.SkillsPromptRequest;
import dev.toolspan.v1.SkillsPromptResponse;
import dev.toolspan.v1.ToolsGrpc;
import io.grpc.CallOptions;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** The questions that are not calls of tools; each may be asked again. */
final class Ask {
    static final MethodDescriptor<GreetRequest, GreetResponse> GREET = ToolsGrpc.getGreetMethod();
    static final MethodDescriptor<ListRequest, ListResponse> LIST = ToolsGrpc.getListMethod();
    private static final long AGAIN_MS = 50;
    private static final long SKILLS_NS = TimeUnit.MINUTES.toNanos(2);

    private Ask() {
    }

    /** The sidecar may wait for skills of the web, longer than connecting may take. */
    static CompletableFuture<String> skillsPrompt(Link link, List<String> names) {
        SkillsPromptRequest question = SkillsPromptRequest.newBuilder()
                .addAllNames(names.stream().map(JsonStrings::wellFormed).toList())
                .build();
        CompletableFuture<SkillsPromptResponse> answer = new CompletableFuture<>();
        attempt(link, ToolsGrpc.getSkillsPromptMethod(), question, System.nanoTime() + SKILLS_NS, answer);
        return answer.thenApply(SkillsPromptResponse::getPrompt);
    }

    static GreetRequest greeting() {
        return GreetRequest.newBuilder().setHello(Protocol.hello()).build();
    }

    /** Asks until there is an answer, a refusal, or the connect timeout is over; fails with a ToolspanException. */
    static <Q, A> CompletableFuture<A> ask(Link link, MethodDescriptor<Q, A> method, Q question) {
        CompletableFuture<A> answer = new CompletableFuture<>();
        attempt(link, method, question, System.nanoTime() + link.connectTimeout.toNanos(), answer);
        return answer;
    }

    private static <Q, A> void attempt(
            Link link, MethodDescriptor<Q, A> method, Q question, long until, CompletableFuture<A> answer) {
        link.ready(until).whenComplete((connected, unreachable) -> {
            if (unreachable != null) {
                answer.completeExceptionally(unwrapped(unreachable));
                return;
            }
            long left = Math.max(TimeUnit.MILLISECONDS.toNanos(1), until - System.nanoTime());
            CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(left, TimeUnit.NANOSECONDS);
            once(link, method, question, options).whenComplete((value, failure) -> {
                if (failure == null) {
                    answer.complete(value);
                    return;
                }
                Reply reply = Reply.of(Status.fromThrowable(failure), true);
                if (reply instanceof Reply.Refused refused) {
                    answer.completeExceptionally(refused.why());
                } else if (mayAskAgain(reply) && until - System.nanoTime() > 0) {
                    CompletableFuture.delayedExecutor(AGAIN_MS, TimeUnit.MILLISECONDS, link.threads::run)
                            .execute(() -> attempt(link, method, question, until, answer));
                } else {
                    answer.completeExceptionally(link.cannotReach(link.reason(failure), failure));
                }
            });
        });
    }

    private static boolean mayAskAgain(Reply reply) {
        return reply instanceof Reply.Lost || reply instanceof Reply.NotRun;
    }

    /** Asks once, on whatever connection there is. */
    static <Q, A> CompletableFuture<A> once(
            Link link, MethodDescriptor<Q, A> method, Q question, CallOptions options) {
        CompletableFuture<A> answer = new CompletableFuture<>();
        ClientCalls.asyncUnaryCall(link.channel().newCall(method, options), question, new StreamObserver<A>() {
            @Override
            public void onNext(A value) {
                answer.complete(value);
            }

            @Override
            public void onError(Throwable failure) {
                answer.completeExceptionally(failure);
            }

            @Override
            public void onCompleted() {
                answer.completeExceptionally(Status.INTERNAL.withDescription("no answer").asRuntimeException());
            }
        });
        return answer;
    }

    static Throwable unwrapped(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }
}
