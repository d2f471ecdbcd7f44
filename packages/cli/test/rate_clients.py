"""Callers on raw sockets that read rows as fast as they can from a service that limits bytes per second.

Usage: rate_clients.py PORT RATE STALL, with 1 to also stop reading, which takes a minute. Prints a JSON report; the test judges it. It shares no code with the service. Bytes are
counted when they arrive, which is after they were sent, from the time when the first request was sent.
"""

import asyncio
import json
import socket
import sys
import time
import zlib


EXPECTED = [{"number": number, "text": "x" * 200} for number in range(200)]


async def open_stream(port, account, source="whole", encoding="identity", buffer=None):
    asked = {"source": source, "account": {"auth": "token", "token": account}, "filter": {"gate": "open"}}
    body = json.dumps(asked).encode()
    raw = socket.socket()
    if buffer is not None:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    raw.setblocking(False)
    await asyncio.get_running_loop().sock_connect(raw, ("127.0.0.1", port))
    reader, writer = await asyncio.open_connection(sock=raw, limit=65536 if buffer is None else 2048)
    writer.write(
        b"POST /tenants/ HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\nAccept-Encoding: %s\r\n"
        b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
        % (b"a" * 40, encoding.encode(), len(body), body)
    )
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin1")
    return int(head.split(" ", 2)[1]), reader, writer


async def chunks(reader):
    while True:
        size = int((await reader.readuntil(b"\r\n")).strip(), 16)
        part = await reader.readexactly(size + 2)
        if size == 0:
            return
        yield part[:-2]


async def read(port, account, arrivals, encoding="identity"):
    status, reader, writer = await open_stream(port, account, encoding=encoding)
    body, inflate = b"", zlib.decompressobj(31)
    async for part in chunks(reader):
        arrivals.append((time.monotonic(), len(part)))
        body += inflate.decompress(part) if encoding == "gzip" else part
    writer.close()
    return [status, len(body), json.loads(body) == EXPECTED]


async def stall(port, account):
    """Reads nothing, and returns once the service has cut the stream."""
    _, reader, writer = await open_stream(port, account, "endless", buffer=4096)
    transport = writer.transport
    transport.pause_reading()
    for _ in range(1200):
        await asyncio.sleep(0.1)
        # Only the other end can close the connection: writing to it then fails.
        writer.write(b" ")
        if transport.is_closing():
            return True
    return False


async def main(port, rate):
    whole = await read(port, "other", [])
    arrivals, start = [], time.monotonic()
    results = await asyncio.gather(
        read(port, "slow", arrivals), read(port, "slow", arrivals), read(port, "slow", arrivals)
    )
    sent, excess = 0, 0
    for at, count in arrivals:
        sent += count
        excess = max(excess, sent - (at - start) * rate)
    packed = await read(port, "slow", [], "gzip")
    # A caller that leaves in the middle of a wait leaves its share to the others.
    for _ in range(5):
        _, reader, writer = await open_stream(port, "slow", "endless")
        await reader.read(100)
        writer.transport.abort()
    after, began = [], time.monotonic()
    again = await read(port, "slow", after)
    report = {
        "whole": whole,
        "paced": results,
        "packed": packed,
        "again": again,
        "sent": sent,
        "excess": round(excess),
        "seconds": round(arrivals[-1][0] - start, 2),
        "secondsAgain": round(after[-1][0] - began, 2),
        "cut": await stall(port, "slow"),
    }
    print(json.dumps(report))


asyncio.run(main(*map(int, sys.argv[1:])))
