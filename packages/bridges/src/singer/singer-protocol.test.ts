import { upstreamInvalid } from "@wellhead/sdk";
import { expect, it } from "vitest";
import { splitLines } from "../json/line-splitter.js";
import { MessageScanner } from "../messages/message-scanner.js";
import { SingerProtocol } from "./singer-protocol.js";

const schema = { type: "SCHEMA", stream: "s", schema: { properties: { id: {} } }, key_properties: ["id"] };

function record(version: number | null): object {
  return { type: "RECORD", stream: "s", record: { id: 1 }, version };
}

function activate(version: number, stream = "s"): object {
  return { type: "ACTIVATE_VERSION", stream, version };
}

/** Reads messages; returns the version that is valid at the end. */
async function versionAfter(messages: readonly object[]): Promise<string | undefined> {
  const stream = { id: "s", name: "s", namespace: undefined, columns: {}, key: ["id"], isIncremental: true };
  const protocol = new SingerProtocol({ ...stream, described: {} });
  const scanner = new MessageScanner(protocol.layout);
  const run = { failure: (reason: string) => upstreamInvalid(reason) };
  const output = Buffer.from(messages.map((message) => `${JSON.stringify(message)}\n`).join(""));
  for await (const lines of splitLines(chunksOf(output), output.length)) {
    for (const line of lines) {
      const found = scanner.read(line, true);
      if (found === undefined) protocol.accepts(scanner, run);
      else if (typeof found !== "string") protocol.take(found, run);
    }
  }
  return protocol.version;
}

async function* chunksOf(output: Buffer): AsyncGenerator<Buffer> {
  yield output;
}

it.each([
  ["an activation before and after the rows", [activate(7), record(7), activate(7)], "7"],
  ["rows without a version", [record(null), activate(7)], "7"],
  ["an activation of another stream", [record(7), activate(8, "t")], undefined],
])("accepts %s", async (_what, messages, version) => {
  expect(await versionAfter([schema, ...messages])).toBe(version);
});

it.each([
  ["all rows", [record(7), activate(8)]],
  ["the rows before the program began again", [record(7), record(8), activate(8)]],
])("fails when the program replaces %s that it has sent", async (_what, messages) => {
  await expect(versionAfter([schema, ...messages])).rejects.toThrow("replaced rows");
});
