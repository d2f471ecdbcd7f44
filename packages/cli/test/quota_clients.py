"""Callers on raw sockets that try to use more of a service than their limits allow.

Usage: quota_clients.py PORT ADMIN_PORT SEED REQUESTS. Prints a JSON report; the test judges it. It shares no code with
the service. A stream counts from its status line until the caller lets it end: the source of the rows waits for a file
that the caller makes. So the service has at least as many in progress as are counted here.
"""

import asyncio
import collections
import json
import pathlib
import random
import re
import sys

CALLERS = {"ada": "a" * 40, "ben": "b" * 40}
ACCOUNTS = ["secret-of-%s" % name * 3 for name in ("one", "two", "three")]


class Usage:
    """What each holder has in progress now, and its highest number so far."""

    def __init__(self):
        self.now = collections.Counter()
        self.peak = collections.Counter()

    def begin(self, holders):
        for holder in holders:
            self.now[holder] += 1
            self.peak[holder] = max(self.peak[holder], self.now[holder])

    def end(self, holders):
        for holder in holders:
            self.now[holder] -= 1


class Clients:
    def __init__(self, port):
        self.port = port
        self.usage = Usage()
        self.outcomes = collections.Counter()
        self.refusals = collections.Counter()
        self.faults = []
        self.gates = 0

    async def open(self, caller, account, source, gate="open"):
        asked = {"source": source, "account": {"auth": "token", "token": account}, "filter": {"gate": gate}}
        body = json.dumps(asked).encode()
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 20)
        writer.write(
            b"POST /tenants/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            b"Authorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
            % (CALLERS[caller].encode(), len(body), body)
        )
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin1")
        status = int(head.split(" ", 2)[1])
        headers = dict(line.lower().split(": ", 1) for line in head.split("\r\n")[1:] if ": " in line)
        return status, headers, reader, writer

    async def body(self, headers, reader):
        if headers.get("transfer-encoding") != "chunked":
            return await reader.readexactly(int(headers["content-length"]))
        parts = []
        while True:
            size = int((await reader.readuntil(b"\r\n")).strip(), 16)
            part = await reader.readexactly(size + 2)
            if size == 0:
                return b"".join(parts)
            parts.append(part[:-2])

    async def ask(self, caller, account, source, behaviour="whole"):
        """Sends one request, and returns its status and its Retry-After."""
        self.gates += 1
        gate = "gate-%d" % self.gates if source in ("gated", "broken") else "open"
        status, headers, reader, writer = await self.open(caller, account, source, gate)
        retry = int(headers.get("retry-after", 0))
        if status != 200:
            self.refuse(status, retry, await self.body(headers, reader))
        else:
            if gate != "open":
                await self.hold([("caller", caller), ("account", account), ("connector", "tenants")])
            pathlib.Path(gate).touch()
            if behaviour == "abort":
                await reader.read(1000)
                writer.transport.abort()
            elif behaviour == "whole":
                self.check(source, await self.body(headers, reader))
            self.outcomes[behaviour, source] += 1
        writer.close()
        return status, retry

    async def hold(self, holders):
        self.usage.begin(holders)
        await asyncio.sleep(random.random() / 10)
        self.usage.end(holders)

    def check(self, source, body):
        numbers = [row["number"] for row in json.loads(body) if "number" in row]
        if numbers != list(range(len(numbers))) or len(numbers) != (80 if source == "broken" else 200):
            self.faults.append("%s rows of %s" % (len(numbers), source))

    def refuse(self, status, retry, body):
        error = json.loads(body)
        said = re.search(r"too many (\w+) (?:with|of) this (\w+) are", error["message"])
        if said is None:
            self.outcomes[status, error["code"]] += 1
            return
        self.refusals[said[1], said[2]] += 1
        expected = (503, "unavailable") if said[2] == "connector" else (429, "rate_limited")
        if (status, error["code"]) != expected or not 1 <= retry <= 60 or error["retryAfter"] != retry:
            self.faults.append("%s %s" % (status, error))

    async def random_load(self, requests):
        async def client():
            for _ in range(requests // 20):
                account = random.choice(ACCOUNTS + ["wrong"])
                source = random.choice(["gated", "gated", "broken", "quick"])
                behaviour = random.choice(["whole", "whole", "abort", "leave"])
                await self.ask(random.choice(list(CALLERS)), account, source, behaviour)

        await asyncio.gather(*(client() for _ in range(20)))

    async def hold_all(self):
        """Holds as many streams as the limits allow, and one more. Returns their statuses."""
        one, two, three = ACCOUNTS
        held = [("ada", one), ("ada", one), ("ada", two), ("ada", two), ("ben", three), ("ben", three)]
        opened = []
        for caller, account in held:
            opened.append(await self.open(caller, account, "endless"))
        for *_, writer in opened:
            writer.transport.abort()
        return [status for status, *_ in opened]

    async def slots_left(self):
        for _ in range(200):
            statuses = await self.hold_all()
            if statuses[:-1] == [200] * 5:
                break
            await asyncio.sleep(0.1)
        return statuses

    async def flood(self):
        """One account sends from 20 connections without a pause, and another one request after another."""
        over = False
        loud = collections.Counter()

        async def noisy():
            while not over:
                status, _ = await self.ask("ada", ACCOUNTS[0], "gated")
                loud[status] += 1

        tasks = [asyncio.ensure_future(noisy()) for _ in range(20)]
        while loud[429] < 20:
            await asyncio.sleep(0.01)
        quiet = [(await self.ask("ben", ACCOUNTS[1], "quick"))[0] for _ in range(6)]
        over = True
        await asyncio.gather(*tasks)
        return {"noisy": loud[429], "quiet": sorted(set(quiet))}

    async def retry(self):
        """Returns how many of the requests that waited for Retry-After began at once."""
        began = 0
        for _ in range(2):
            holding = [asyncio.ensure_future(self.ask("ada", ACCOUNTS[2], "long")) for _ in range(2)]
            await asyncio.sleep(0.3)
            status, seconds = await self.ask("ada", ACCOUNTS[2], "quick")
            if status == 429:
                await asyncio.sleep(seconds)
                began += (await self.ask("ada", ACCOUNTS[2], "quick"))[0] == 200
            await asyncio.gather(*holding)
        return began


async def get(port, path):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n" % path)
    text = (await reader.read()).decode()
    writer.close()
    return text


async def main(port, admin, seed, requests):
    random.seed(seed)
    clients = Clients(port)
    await clients.random_load(requests)
    flood = await clients.flood()
    retried = await clients.retry()
    metrics = await get(admin, b"/metrics")
    slots = await clients.slots_left()
    counted = re.findall(r'^wellhead_refused_total\{.*limit="max(\w+)Per(\w+)"\} (\d+)$', metrics, re.M)
    print(
        json.dumps(
            {
                "peaks": {"%s %s" % holder: peak for holder, peak in clients.usage.peak.items()},
                "outcomes": {"%s %s" % what: count for what, count in clients.outcomes.items()},
                "refusals": {" ".join(what): count for what, count in sorted(clients.refusals.items())},
                "counted": {
                    "%s %s" % (what.lower(), holder.lower()): int(count)
                    for what, holder, count in sorted(counted)
                    if count != "0"
                },
                "slots": slots,
                "flood": flood,
                "retried": retried,
                "faults": clients.faults[:5],
                "metrics": metrics,
                "secrets": [*CALLERS.values(), *ACCOUNTS],
            }
        )
    )


asyncio.run(main(*map(int, sys.argv[1:])))
