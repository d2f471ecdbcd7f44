import { expect, test } from "vitest";
import { isLoopbackHost, isLoopbackPeer } from "./loopback.js";

test("`isLoopbackPeer()` knows this machine in both families", () => {
  for (const address of ["127.0.0.1", "127.8.9.1", "::1", "::ffff:127.0.0.1"])
    expect(isLoopbackPeer(address)).toBe(true);
  for (const address of [undefined, "10.0.0.1", "::ffff:10.0.0.1", "fe80::1", "128.0.0.1"]) {
    expect(isLoopbackPeer(address)).toBe(false);
  }
});

test("`isLoopbackHost()` takes names of this machine and no name that only begins like one", () => {
  for (const host of ["localhost", "LOCALHOST:80", "127.0.0.1:1", "[::1]:1"])
    expect(isLoopbackHost(host)).toBe(true);
  for (const host of [
    undefined,
    "",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "evil.example:80",
    "[::2]",
  ]) {
    expect(isLoopbackHost(host)).toBe(false);
  }
});
