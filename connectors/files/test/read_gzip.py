"""Reads gzip files. Input: a list of paths. Output: for each whether Python unpacks all of it."""
import gzip, json, sys, zlib

def whole(path):
    try:
        with gzip.open(path) as file:
            while file.read(1 << 20):
                pass
        return True
    except (OSError, EOFError, zlib.error):
        return False

json.dump([whole(path) for path in json.load(sys.stdin)], sys.stdout)
