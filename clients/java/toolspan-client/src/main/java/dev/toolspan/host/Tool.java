package dev.toolspan.host;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a method a tool. Its parameters are the arguments by name; one of type {@link ToolContext} is not. What it
 * returns is the result of a success, whatever it looks like; a {@link dev.toolspan.ToolResponse} says itself whether it
 * is one; a {@link java.util.concurrent.CompletionStage} is waited for; what it throws is a failure.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Tool {
    /** The bare name, 1 to 128 of {@code A-Z a-z 0-9 _ . -}; empty means the name of the method. */
    String name() default "";

    /** What it does, for a model. */
    String description() default "";

    /** The most milliseconds that one call may take; 0 means the sidecar's limit. */
    long timeoutMs() default 0;

    /** Whether a call whose outcome was lost may be repeated. */
    boolean idempotent() default false;

    /** Whether arguments with no parameter of their own are refused; otherwise they are ignored. */
    boolean closed() default false;

    /** Whether results are checked against a schema made from the return type. */
    boolean outputSchema() default false;
}
