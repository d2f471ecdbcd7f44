import { expect, test } from "vitest";
import { OpenedConnectors } from "./opened-connectors.js";

function find(opened: OpenedConnectors, address: string): boolean | undefined {
  return opened.find(new URL(address))?.isLocal;
}

test("OpenedConnectors has the listed addresses, which the person chose with the command", () => {
  const opened = new OpenedConnectors(["/own/", "http://127.0.0.1:1/a", "not an address"]);
  expect(find(opened, "http://127.0.0.1:1/a/")).toBe(true);
  expect(find(opened, "http://127.0.0.1:1/own/")).toBeUndefined();
});

test("OpenedConnectors finds what is below an opened address, and nothing beside it", () => {
  const opened = new OpenedConnectors([]);
  opened.open(new URL("http://a.example/base?x#y"), false);
  for (const address of [
    "http://a.example/base",
    "http://a.example/base/",
    "http://a.example/base/validate?q=1",
  ])
    expect(find(opened, address), address).toBe(false);
  for (const address of [
    "http://a.example/",
    "http://a.example/bas",
    "http://a.example/basement",
    "http://a.example/other/base/",
    "https://a.example/base/",
    "http://a.example:81/base/",
    "http://b.example/base/",
  ])
    expect(find(opened, address), address).toBeUndefined();
});

test("OpenedConnectors keeps what was confirmed, and a confirmed address wins", () => {
  const opened = new OpenedConnectors([]);
  opened.open(new URL("http://a.example/"), true);
  opened.open(new URL("http://a.example/"), false);
  opened.open(new URL("http://a.example/b/"), false);
  expect([find(opened, "http://a.example/"), find(opened, "http://a.example/b/")]).toEqual([true, true]);
  const reversed = new OpenedConnectors([]);
  reversed.open(new URL("http://a.example/b/"), false);
  reversed.open(new URL("http://a.example/"), true);
  expect(find(reversed, "http://a.example/b/")).toBe(true);
});

test("OpenedConnectors forgets the address that was not opened for the longest time, beyond 200", () => {
  const opened = new OpenedConnectors(["http://listed.example/"]);
  for (let index = 0; index < 200; index += 1)
    opened.open(new URL(`http://a.example:${index + 1000}/`), false);
  expect(find(opened, "http://a.example:1000/")).toBe(false);
  opened.open(new URL("http://a.example:1000/"), false);
  opened.open(new URL("http://b.example/"), false);
  expect([1000, 1001, 1002].map((port) => find(opened, `http://a.example:${port}/`))).toEqual([
    false,
    undefined,
    false,
  ]);
  expect(find(opened, "http://listed.example/")).toBe(true);
});
