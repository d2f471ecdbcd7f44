"""Connects network namespaces, and loses, delays or cuts what they send to each other.

Parameters: one `namespace=address` for each host; an empty namespace is that of this process. Each gets an interface "relay0" with the
address. Reads one line of JSON from standard input for each change: the two addresses, the share that is lost, and the delay in
milliseconds, in that direction only. Prints a line once it applies.
"""

import ctypes
import fcntl
import heapq
import json
import os
import random
import select
import socket
import struct
import subprocess
import sys
import time

TUNSETIFF, IFF_TUN, IFF_NO_PI, CLONE_NEWNET = 0x400454CA, 0x0001, 0x1000, 0x40000000
libc = ctypes.CDLL(None, use_errno=True)


def main():
    hosts = dict(reversed(word.split("=", 1)) for word in sys.argv[1:])
    devices = {address: open_device(namespace, address) for address, namespace in hosts.items()}
    rules, queue = {}, []
    print("ready", flush=True)
    while True:
        wait = None if not queue else max(0, queue[0][0] - time.monotonic())
        readable, _, _ = select.select([sys.stdin, *devices.values()], [], [], wait)
        if sys.stdin in readable:
            line = sys.stdin.readline()
            if line == "":
                return
            change = json.loads(line)
            rules[change["from"], change["to"]] = (change["loss"], change["delayMs"] / 1000)
            print("applied", flush=True)
        for device in devices.values():
            if device in readable:
                route(os.read(device, 65536), rules, queue)
        while queue and queue[0][0] <= time.monotonic():
            _, _, target, packet = heapq.heappop(queue)
            if target in devices:
                os.write(devices[target], packet)


def route(packet, rules, queue):
    if packet[0] >> 4 != 4:
        return
    source, target = (socket.inet_ntoa(packet[at : at + 4]) for at in (12, 16))
    loss, delay = rules.get((source, target), (0, 0))
    if random.random() >= loss:
        route.count += 1
        heapq.heappush(queue, (time.monotonic() + delay, route.count, target, packet))


route.count = 0


def open_device(namespace, address):
    """Opens an interface in the namespace; the file descriptor works from everywhere."""
    home = os.open("/proc/self/ns/net", os.O_RDONLY)
    try:
        if namespace:
            enter(os.open(f"/run/netns/{namespace}", os.O_RDONLY))
        device = os.open("/dev/net/tun", os.O_RDWR)
        fcntl.ioctl(device, TUNSETIFF, struct.pack("16sH", b"relay0", IFF_TUN | IFF_NO_PI))
        for words in [["address", "add", f"{address}/24", "dev", "relay0"], ["link", "set", "relay0", "up"]]:
            subprocess.run(["ip", *words], check=True)
        return device
    finally:
        enter(home)


def enter(namespace):
    if libc.setns(namespace, CLONE_NEWNET) != 0:
        raise OSError(ctypes.get_errno(), "setns")


main()
