package dev.toolspan.host;

/**
 * What a tool does.
 *
 * @param <A> what the arguments are read into
 */
@FunctionalInterface
public interface ToolCode<A> {
    /**
     * Runs once. What is returned and thrown means what {@link Tool} says.
     *
     * @throws Exception the failure of the tool
     */
    Object run(A arguments, ToolContext context) throws Exception;
}
