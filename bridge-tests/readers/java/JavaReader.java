import com.fasterxml.jackson.core.type.TypeReference;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.agents.api.chat.messages.ChatMessage;
import org.apache.flink.agents.api.resource.ResourceDescriptor;
import org.apache.flink.agents.integrations.chatmodels.openai.OpenAIChatModelConnection;

/** Reads one question a line, and answers each with a line: what the Java classes of Flink Agents 0.2.0 hold, send and write. */
public final class JavaReader {
    private static final TypeReference<List<Map<String, Object>>> MAPS = new TypeReference<>() {};

    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            Map<String, Object> answer = new LinkedHashMap<>();
            try {
                answer.put("answer", answer(Wire.parse(line)));
            } catch (Exception error) {
                answer.put("raised", String.valueOf(error));
            }
            out.println(Wire.JSON.writeValueAsString(answer));
        }
    }

    private static Object answer(Map<String, Object> question) throws Exception {
        Map<String, Object> event = Wire.parse((String) question.get("event"));
        Map<String, Object> attributes = Wire.map(event.get("attributes"));
        return switch ((String) question.get("op")) {
            case "held" -> Events.held((String) event.get("type"), attributes);
            case "openai" -> openai(Events.chatRequest(attributes).getMessages());
            case "tools" -> Actions.tools(attributes, Wire.JSON.convertValue(question.get("results"), MAPS));
            case "chat" -> Actions.chat(
                    attributes,
                    Wire.JSON.convertValue(question.get("calls"), MAPS),
                    Wire.map(Wire.parse((String) question.get("response")).get("attributes")));
            default -> throw new IllegalArgumentException("There is no such question.");
        };
    }

    // What the connection would send; it is private there, and nothing is sent.
    private static List<Object> openai(List<ChatMessage> messages) throws Exception {
        ResourceDescriptor descriptor = new ResourceDescriptor("", Map.of("api_key", "none"));
        OpenAIChatModelConnection connection = new OpenAIChatModelConnection(descriptor, (name, type) -> null);
        Method convert = OpenAIChatModelConnection.class.getDeclaredMethod("convertToOpenAIMessage", ChatMessage.class);
        convert.setAccessible(true);
        List<Object> sent = new ArrayList<>();
        for (ChatMessage message : messages) {
            sent.add(com.openai.core.ObjectMappers.jsonMapper().valueToTree(convert.invoke(connection, message)));
        }
        connection.close();
        return sent;
    }
}
