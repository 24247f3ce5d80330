"""A module of tools, from a file or by its name."""

import importlib
import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType


def load(what: str) -> ModuleType:
    """Imports `pkg.module`, or the file `tools/weather.py` beside what its own folder has. Raises what it raises."""
    path = Path(what)
    if not (what.endswith(".py") or "/" in what):
        return importlib.import_module(what)
    if not path.is_file():
        raise FileNotFoundError(f"There is no file {what}.")
    path = path.resolve()
    if str(path.parent) not in sys.path:
        sys.path.insert(0, str(path.parent))
    name = re.sub(r"\W", "_", path.name.partition(".")[0])
    if name in sys.modules or name in sys.stdlib_module_names or not name.isidentifier():
        name = f"toolspan_tools_{name}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{what} is no Python file.")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module
