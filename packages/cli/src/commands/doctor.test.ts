import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, test } from "vitest";
import { runWellhead } from "../../test/run-wellhead.js";
import { satisfies } from "./doctor.js";

interface Report {
  readonly machine: readonly Line[];
  readonly packages: readonly Line[];
}

interface Line {
  readonly name: string;
  readonly value: string;
  readonly state: string;
}

async function doctor(...words: readonly string[]): Promise<Report> {
  const run = await runWellhead(["doctor", "--json", ...words]);
  expect(run).toMatchObject({ code: 0, stderr: "" });
  // What the command prints for programs.
  return JSON.parse(run.stdout) as Report;
}

test("`wellhead doctor` reports versions and packages, and a port in use", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  // Of a socket with a port.
  const { port } = other.address() as AddressInfo;
  try {
    const { machine, packages } = await doctor("--port", String(port));
    const valueOf = (name: string) => machine.find((line) => line.name === name);
    expect(valueOf("Node.js")).toEqual({ name: "Node.js", value: process.versions.node, state: "good" });
    expect(valueOf("port")).toMatchObject({
      state: "missing",
      value: expect.stringMatching(/in use/) as string,
    });
    expect(packages.find(({ name }) => name === "@duckdb/node-api")).toMatchObject({
      state: "good",
      value: expect.stringMatching(/^1\.5\./) as string,
    });
    expect(packages.find(({ name }) => name === "@wellhead/files")).toMatchObject({ state: "good" });
  } finally {
    other.close();
  }
  const { machine } = await doctor("--port", "0");
  expect(machine.find(({ name }) => name === "port")).toMatchObject({ state: "good" });
});

test("`wellhead doctor` prints a line for each finding", async () => {
  const { stdout } = await runWellhead(["doctor", "--port", "0"]);
  expect(stdout).toMatch(/^ {2}✓ wellhead +\d+\.\d+\.\d+\n/);
  expect(stdout).toContain("\nOptional packages\n");
});

test.each([
  ["20.19.0", ">=20.19", true],
  ["20.18.9", ">=20.19", false],
  ["24.0.0", ">=20.19", true],
  ["8.23.1", "^8.23.1", true],
  ["8.24.0", "^8.23.1", true],
  ["8.23.0", "^8.23.1", false],
  ["9.0.0", "^8.23.1", false],
  ["0.5.30", "^0.5.29", true],
  ["0.6.0", "^0.5.29", false],
  ["1.5.6-r.1", "~1.5.5-r.5", true],
  ["1.6.0", "~1.5.5-r.5", false],
  ["0.2.0", "0.x", true],
  ["1.0.0", "0.x", false],
])("`satisfies()` of %s and %s is %s", (version, range, expected) => {
  expect(satisfies(version, range)).toBe(expected);
});
