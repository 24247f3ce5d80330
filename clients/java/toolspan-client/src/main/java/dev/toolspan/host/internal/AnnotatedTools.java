package dev.toolspan.host.internal;

import dev.toolspan.Outcome;
import dev.toolspan.Payload;
import dev.toolspan.ToolResponse;
import dev.toolspan.host.HostTool;
import dev.toolspan.host.Param;
import dev.toolspan.host.Tool;
import dev.toolspan.host.ToolContext;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/** The methods of a class that are tools. */
final class AnnotatedTools {
    private static final Set<Class<?>> SHAPELESS =
            Set.of(ToolResponse.class, Payload.class, byte[].class, Object.class);

    private AnnotatedTools() {
    }

    static boolean has(Class<?> type) {
        return !methods(type).isEmpty();
    }

    /** The tools of an object; of a class, its static ones, and those of an instance where there are others. */
    static List<HostTool> of(Class<?> type, Object given) {
        List<Method> methods = methods(type);
        boolean needed = methods.stream().anyMatch(method -> !Modifier.isStatic(method.getModifiers()));
        Object target = given == null && needed ? instance(type) : given;
        return methods.stream().map(method -> tool(method, JavaType.of(type), target)).toList();
    }

    /** Makes the object that a class stands for. */
    static Object instance(Class<?> type) {
        Constructor<?> constructor;
        try {
            constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
        } catch (ReflectiveOperationException | RuntimeException closed) {
            throw new IllegalArgumentException(type.getTypeName() + " needs a constructor without parameters", closed);
        }
        Outcome<Object> made = Foreign.attempt(() -> Foreign.make(constructor, new Object[0]));
        if (made instanceof Outcome.Raised<Object> raised) {
            throw new IllegalArgumentException(
                    type.getTypeName() + " cannot be made: " + raised.fault().type() + ": " + raised.fault().message());
        }
        return ((Outcome.Returned<Object>) made).value();
    }

    // the order of reflection differs from run to run
    private static List<Method> methods(Class<?> type) {
        Map<String, Method> found = new LinkedHashMap<>();
        for (Class<?> next = type; next != null; next = next.getSuperclass()) {
            collect(Arrays.stream(next.getDeclaredMethods()), found);
        }
        collect(Arrays.stream(type.getMethods()).filter(Method::isDefault), found);
        return found.values().stream()
                .filter(method -> method.isAnnotationPresent(Tool.class))
                .sorted((one, other) -> signature(one).compareTo(signature(other)))
                .toList();
    }

    // what overrides stands for what it overrides
    private static void collect(Stream<Method> methods, Map<String, Method> found) {
        methods.filter(method -> !method.isSynthetic()).forEach(method -> found.putIfAbsent(signature(method), method));
    }

    private static String signature(Method method) {
        return method.getName() + Arrays.toString(method.getParameterTypes());
    }

    private static HostTool tool(Method method, JavaType type, Object target) {
        Tool said = method.getAnnotation(Tool.class);
        String name = said.name().isEmpty() ? method.getName() : said.name();
        String owner = "Tool " + name + " (" + method.getDeclaringClass().getSimpleName() + "." + method.getName() + ")";
        open(method, owner);
        Shapes shapes = Shapes.ofInput();
        List<Member> members = new ArrayList<>();
        Parameter[] parameters = method.getParameters();
        int context = -1;
        for (int i = 0; i < parameters.length; i++) {
            if (parameters[i].getType() == ToolContext.class) {
                context = i;
            } else {
                members.add(member(parameters[i], i, type, shapes, owner));
            }
        }
        if (members.stream().map(Member::name).distinct().count() < members.size()) {
            throw new IllegalArgumentException(owner + " has two arguments of one name");
        }
        if (members.size() + 1 < parameters.length) {
            throw new IllegalArgumentException(owner + " takes more than one ToolContext");
        }
        if (members.stream().filter(Member::rest).count() > (said.closed() ? 0 : 1)) {
            throw new IllegalArgumentException(owner + " takes the rest twice, or not at all where it is closed");
        }
        Map<String, Object> schema = Member.visible(members);
        Map<String, Object> hidden = Member.hidden(members);
        if (said.closed()) {
            schema.put("additionalProperties", false);
        }
        int contextAt = context;
        return new Definition(
                name,
                said.description(),
                Json.write(shapes.whole(schema)),
                hidden == null ? null : Json.write(shapes.whole(hidden)),
                said.outputSchema() ? output(type.member(method.getGenericReturnType()), owner) : null,
                said.timeoutMs(),
                said.idempotent(),
                new Definition.Inputs(shapes.isExact(), (json, place) -> Member.read(members, json, place)),
                (arguments, here) -> Foreign.invoke(method, target, with(here, contextAt, (Object[]) arguments)));
    }

    private static void open(Method method, String owner) {
        try {
            method.setAccessible(true);
        } catch (RuntimeException closed) {
            throw new IllegalArgumentException(owner + " cannot be called: make it and its class public", closed);
        }
    }

    private static Member member(Parameter parameter, int index, JavaType type, Shapes shapes, String owner) {
        Param said = parameter.getAnnotation(Param.class);
        String name = Shapes.name(said, parameter.isNamePresent() ? parameter.getName() : "");
        if (name.isEmpty()) {
            throw new IllegalArgumentException(owner + ": parameter " + (index + 1)
                    + " has no name in the class file: compile with javac -parameters, or give it @Param(\"name\")");
        }
        JavaType own = type.member(parameter.getParameterizedType());
        String place = owner + ", parameter " + name;
        return Member.of(name, said, own, shapes.of(own, place), place);
    }

    private static Object[] with(ToolContext context, int at, Object[] arguments) {
        if (at < 0) {
            return arguments;
        }
        Object[] all = new Object[arguments.length + 1];
        System.arraycopy(arguments, 0, all, 0, at);
        all[at] = context;
        System.arraycopy(arguments, at, all, at + 1, arguments.length - at);
        return all;
    }

    /** The schema of what a method returns, or its stage brings. */
    static String output(JavaType type, String owner) {
        if (CompletionStage.class.isAssignableFrom(type.raw())) {
            return output(type.argument(0), owner);
        }
        if (type.raw() == void.class || type.raw() == Void.class) {
            return Json.write(Json.schema("type", "null"));
        }
        if (SHAPELESS.contains(type.raw())) {
            throw new IllegalArgumentException(owner + ": " + type + " has no output schema");
        }
        Shapes shapes = Shapes.ofOutput();
        return Json.write(shapes.whole(shapes.of(type, owner).schema()));
    }
}
