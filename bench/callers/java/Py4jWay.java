package dev.toolspan.bench;

import java.util.Map;
import py4j.ClientServer;
import tools.jackson.databind.json.JsonMapper;

/** An object of a Python process over py4j's sockets. */
final class Py4jWay implements Way {
    /** What the Python object implements. */
    public interface Echo {
        String call(String text, long n);
    }

    private static final JsonMapper JSON = new JsonMapper();

    private final ClientServer server;
    private final Echo echo;
    private final String text;

    Py4jWay(int port, int bytes) {
        this.server = new ClientServer.ClientServerBuilder().javaPort(0).pythonPort(port).build();
        this.echo = (Echo) server.getPythonServerEntryPoint(new Class<?>[] {Echo.class});
        this.text = Way.textOf(bytes);
    }

    @Override
    public int call(long n) {
        return Way.isEcho(JSON.readValue(echo.call(text, n), Map.class), text, n) ? 1 : 0;
    }

    @Override
    public void close() {
        server.shutdown();
    }
}
