import { describe, expect, it } from "vitest";
import { readHosts } from "./read-hosts.js";

const options = {
  defaultPort: 5432,
  refuse: (reason: string, field: string) => new Error(`${field}: ${reason}`),
};
const lists = (host: string, port = "", address = "") => ({ host, port, address });
const maximum = Array.from({ length: 16 }, (_, index) => `h${index}`).join(",");

describe("`readHosts()`", () => {
  it.each([
    [lists("h"), [{ host: "h", port: 5432 }]],
    [
      lists("a,b"),
      [
        { host: "a", port: 5432 },
        { host: "b", port: 5432 },
      ],
    ],
    [
      lists("a, b ", "1,2"),
      [
        { host: "a", port: 1 },
        { host: "b", port: 2 },
      ],
    ],
    [
      lists("a,b", "7"),
      [
        { host: "a", port: 7 },
        { host: "b", port: 7 },
      ],
    ],
    [
      lists("a,b", ",2"),
      [
        { host: "a", port: 5432 },
        { host: "b", port: 2 },
      ],
    ],
    [
      lists("a,b", "", "10.0.0.1,"),
      [
        { host: "a", port: 5432, address: "10.0.0.1" },
        { host: "b", port: 5432 },
      ],
    ],
    [
      lists("", "", "10.0.0.1,10.0.0.2"),
      [
        { host: "10.0.0.1", port: 5432, address: "10.0.0.1" },
        { host: "10.0.0.2", port: 5432, address: "10.0.0.2" },
      ],
    ],
  ])("reads %j", (written, hosts) => {
    expect(readHosts(written, options)).toEqual(hosts);
  });

  it.each([
    [lists(""), "host: it names no host"],
    [lists("a,"), "host: it names no host"],
    [lists("a,\0"), "host: it names no host"],
    [lists("a,b,c", "1,2"), "port: it names 3 hosts and 2 ports"],
    [lists("a", "1,2"), "port: it names 1 host and 2 ports"],
    [lists("a,b", "", "10.0.0.1"), "host: it names 2 hosts and 1 address"],
    [lists("a,b", "1,65536"), "port: expected a port from 1 to 65535, got 65536"],
    [lists("a,b", "1,0"), "port: expected a port"],
    [lists(`${maximum},one`), "host: expected at most 16 hosts, got 17"],
  ])("refuses %j", (written, sentence) => {
    expect(() => readHosts(written, options)).toThrow(sentence);
  });
});
