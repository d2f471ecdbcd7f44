"""One server with one fault: `python3 serve.py <module of faults> <fault>`; "none" is the one without a fault."""
import importlib
import json
import sys

from connector import Connector, Handler, serve

module, name = sys.argv[1:3]
connector = Connector()
if name != "none":
    importlib.import_module(module).FAULTS[name].plant(connector, Handler)
server = serve(connector)
print(json.dumps({"port": server.server_address[1]}), flush=True)
server.serve_forever()
