import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.flink.agents.api.Event;
import org.apache.flink.agents.api.chat.messages.ChatMessage;
import org.apache.flink.agents.api.chat.model.BaseChatModelSetup;
import org.apache.flink.agents.api.configuration.ConfigOption;
import org.apache.flink.agents.api.configuration.ReadableConfiguration;
import org.apache.flink.agents.api.context.DurableCallable;
import org.apache.flink.agents.api.context.MemoryObject;
import org.apache.flink.agents.api.context.RunnerContext;
import org.apache.flink.agents.api.event.ChatResponseEvent;
import org.apache.flink.agents.api.event.ToolRequestEvent;
import org.apache.flink.agents.api.event.ToolResponseEvent;
import org.apache.flink.agents.api.resource.ResourceDescriptor;
import org.apache.flink.agents.api.tools.Tool;
import org.apache.flink.agents.api.tools.ToolMetadata;
import org.apache.flink.agents.api.tools.ToolParameters;
import org.apache.flink.agents.api.tools.ToolResponse;
import org.apache.flink.agents.api.tools.ToolType;
import org.apache.flink.agents.plan.actions.ChatModelAction;
import org.apache.flink.agents.plan.actions.ToolCallAction;

/** The actions of 0.2.0, in as much of a runtime as they use. */
final class Actions {
    private final List<Event> sent = new ArrayList<>();
    private final Map<String, Object> memory = new HashMap<>();
    private final Map<String, Object> resources = new HashMap<>();

    /** What the tool action sends, and the arguments that the tool got; a result is `{"value"}`, `{"error"}` or `{"throws"}`. */
    static Map<String, Object> tools(Map<String, Object> attributes, List<Map<String, Object>> results) throws Exception {
        Actions actions = new Actions();
        List<Object> given = new ArrayList<>();
        Iterator<Map<String, Object>> next = results.iterator();
        if (next.hasNext()) actions.resources.put("echo", new Canned(next, given));
        ToolRequestEvent request = Events.toolRequest(attributes);
        ToolCallAction.processToolRequest(request, actions.context());
        Map<String, Object> seen = new LinkedHashMap<>();
        seen.put("request_id", request.getId());
        seen.put("given", given);
        seen.put("sent", Wire.write((ToolResponseEvent) actions.sent.get(0)));
        return seen;
    }

    /** What a model is asked: at first, and once our response has answered the calls that it asked for. */
    static Map<String, Object> chat(
            Map<String, Object> request, List<Map<String, Object>> calls, Map<String, Object> response) throws Exception {
        Actions actions = new Actions();
        Model model = new Model(List.of(ChatMessage.assistant("", calls), ChatMessage.assistant("done")));
        actions.resources.put((String) request.get("model"), model);
        RunnerContext context = actions.context();
        ChatModelAction.processChatRequestOrToolResponse(Events.chatRequest(request), context);
        ToolRequestEvent wanted = (ToolRequestEvent) actions.sent.get(0);
        ChatModelAction.processChatRequestOrToolResponse(Events.toolResponse(response, wanted.getId()), context);
        Map<String, Object> seen = new LinkedHashMap<>();
        seen.put("asked", model.asked);
        seen.put("sent", Wire.write(wanted));
        seen.put("answer", ((ChatResponseEvent) actions.sent.get(1)).getResponse().getContent());
        return seen;
    }

    private RunnerContext context() {
        ReadableConfiguration configuration = proxy(ReadableConfiguration.class, (self, method, args) -> {
            Object value = ((ConfigOption<?>) args[0]).getDefaultValue();
            return value instanceof Boolean ? Boolean.FALSE : value;
        });
        return proxy(RunnerContext.class, (self, method, args) -> switch (method.getName()) {
            case "sendEvent" -> sent.add((Event) args[0]) ? null : null;
            case "getConfig" -> configuration;
            case "getSensoryMemory" -> memory();
            case "getResource" -> {
                if (!resources.containsKey(args[0])) throw new IllegalArgumentException("There is no " + args[0]);
                yield resources.get(args[0]);
            }
            case "durableExecute" -> ((DurableCallable<?>) args[0]).call();
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private MemoryObject memory() {
        return proxy(MemoryObject.class, (self, method, args) -> switch (method.getName()) {
            case "isExist" -> memory.containsKey(args[0]);
            case "set" -> memory.put((String) args[0], args[1]) == null ? null : null;
            case "get" -> proxy(MemoryObject.class, (field, read, none) -> memory.get(args[0]));
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static final class Canned extends Tool {
        private final Iterator<Map<String, Object>> results;
        private final List<Object> given;

        Canned(Iterator<Map<String, Object>> results, List<Object> given) {
            super(new ToolMetadata("echo", "", "{}"));
            this.results = results;
            this.given = given;
        }

        @Override
        public ToolType getToolType() {
            return ToolType.FUNCTION;
        }

        @Override
        public ToolResponse call(ToolParameters parameters) {
            Map<String, Object> arguments = new LinkedHashMap<>();
            for (String name : parameters.getParameterNames()) arguments.put(name, parameters.getParameter(name));
            given.add(arguments);
            Map<String, Object> result = results.next();
            if (result.containsKey("throws")) throw new IllegalStateException((String) result.get("throws"));
            if (result.containsKey("error")) return ToolResponse.error((String) result.get("error"), 7, "echo");
            return ToolResponse.success(result.get("value"));
        }
    }

    private static final class Model extends BaseChatModelSetup {
        final List<Object> asked = new ArrayList<>();
        private final Iterator<ChatMessage> answers;

        Model(List<ChatMessage> answers) {
            super(new ResourceDescriptor("", Map.of()), (name, type) -> null);
            this.answers = answers.iterator();
        }

        @Override
        public Map<String, Object> getParameters() {
            return Map.of();
        }

        @Override
        public ChatMessage chat(List<ChatMessage> messages, Map<String, Object> parameters) {
            asked.add(Events.messages(messages));
            return answers.next();
        }
    }
}
