"""The bench's tool as a Python object that Java reaches over py4j."""

import json
import sys

from py4j.clientserver import ClientServer, JavaParameters, PythonParameters


class Echo:
    """Returns its arguments, as JSON text."""

    def call(self, text: str, n: int) -> str:
        return json.dumps({"text": text, "n": n})

    class Java:
        implements = ["dev.toolspan.bench.Py4jWay$Echo"]


gateway = ClientServer(
    java_parameters=JavaParameters(), python_parameters=PythonParameters(port=0), python_server_entry_point=Echo()
)
print(json.dumps({"py4j": str(gateway.get_callback_server().get_listening_port())}), flush=True)
sys.stdin.read()
