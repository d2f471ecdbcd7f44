"""Holds many connections to a service open, and reports how many of them the service closes.

Arguments: port, kind (idle, slow-headers, slow-readers), number of connections. Prints "open N" once all are open. A line on
standard input ends the program, which then prints "closed N".
"""

import resource
import selectors
import socket
import sys
import time

HOST = "127.0.0.1"
REQUESTS = {
    # A connection that was used once, as a balancer keeps it.
    "idle": b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    # The rest of the head follows a byte per second.
    "slow-headers": b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
    # Rows that the caller does not read.
    "slow-readers": b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 30\r\n\r\n"
    b'{"source":"many","account":{}}',
}


def main() -> None:
    port, kind, count = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    selector = selectors.DefaultSelector()
    open_sockets: set[socket.socket] = set()
    for _ in range(count):
        one = socket.create_connection((HOST, port))
        if kind == "slow-readers":
            one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        one.sendall(REQUESTS[kind])
        if kind != "slow-headers" and one.recv(12) != b"HTTP/1.1 200":
            raise SystemExit("expected the status 200")
        one.setblocking(False)
        open_sockets.add(one)
        if kind != "slow-readers":
            selector.register(one, selectors.EVENT_READ)
    selector.register(sys.stdin, selectors.EVENT_READ)
    print("open", len(open_sockets), flush=True)
    closed = 0
    last = time.monotonic()
    while True:
        for key, _ in selector.select(timeout=0.2):
            if key.fileobj is sys.stdin:
                print("closed", closed, flush=True)
                return
            try:
                gone = key.fileobj.recv(65536) == b""
            except OSError:
                gone = True
            if gone:
                selector.unregister(key.fileobj)
                key.fileobj.close()
                open_sockets.discard(key.fileobj)
                closed += 1
        if kind == "slow-headers" and time.monotonic() - last >= 1:
            last = time.monotonic()
            for one in open_sockets:
                try:
                    one.send(b"x")
                except OSError:
                    pass


main()
