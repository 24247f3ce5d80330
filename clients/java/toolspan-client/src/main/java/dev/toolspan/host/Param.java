package dev.toolspan.host;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says more of an argument: a parameter of a {@link Tool}, or a component of a record. Optional, defaulted and nullable
 * are three different things; an {@link java.util.Optional} is the first and the last of them.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.PARAMETER, ElementType.RECORD_COMPONENT})
public @interface Param {
    /** What {@link #defaultValue} is where there is no default. */
    String NONE = "\u0000";

    /** The name; empty means the parameter's own, which needs {@code javac -parameters}. */
    String value() default "";

    /** The same as {@link #value}. */
    String name() default "";

    /** What it means, for a model. */
    String description() default "";

    /** False means that it may be left out, and is null then. */
    boolean required() default true;

    /** Whether JSON null is a value of it. */
    boolean nullable() default false;

    /** Whether it is a map that takes every argument with no parameter of its own. */
    boolean rest() default false;

    /**
     * Whether the framework gives it, by {@link dev.toolspan.CallOptions#injected}: no model sees or gives it. Of a record only
     * the one that is the whole input may have such components.
     */
    boolean injected() default false;

    /** What it is when left out: text for what JSON writes as a string, JSON text for everything else. */
    String defaultValue() default NONE;
}
