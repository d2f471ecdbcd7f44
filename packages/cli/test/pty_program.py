"""Runs a program in a terminal of its own.

Arguments: columns, rows, the program and its arguments. Standard input has commands, one JSON object per line:
{"type": text}, {"size": [columns, rows]}, {"signal": number}. Standard output has JSON objects, one per line:
{"output": text} and, at the end, {"code": exit code, "isRestored": whether the terminal has its settings again}.
"""

import fcntl
import json
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios

columns, rows = int(sys.argv[1]), int(sys.argv[2])
outside, inside = pty.openpty()


def resize(width, height):
    fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))


def tell(**message):
    print(json.dumps(message), flush=True)


def begin():
    os.setsid()
    fcntl.ioctl(inside, termios.TIOCSCTTY, 0)


resize(columns, rows)
before = termios.tcgetattr(inside)
program = subprocess.Popen(sys.argv[3:], stdin=inside, stdout=inside, stderr=inside, preexec_fn=begin)
waiting = b""
while True:
    ready, _, _ = select.select([outside, sys.stdin], [], [], 0.05)
    if outside in ready:
        tell(output=os.read(outside, 65536).decode("utf-8", "replace"))
    if sys.stdin in ready:
        waiting += os.read(sys.stdin.fileno(), 65536)
        *lines, waiting = waiting.split(b"\n")
        for line in lines:
            command = json.loads(line)
            if "type" in command:
                os.write(outside, command["type"].encode())
            if "size" in command:
                resize(*command["size"])
                program.send_signal(signal.SIGWINCH)
            if "signal" in command:
                program.send_signal(command["signal"])
    if not ready and program.poll() is not None:
        break
tell(code=program.returncode, isRestored=termios.tcgetattr(inside) == before)
