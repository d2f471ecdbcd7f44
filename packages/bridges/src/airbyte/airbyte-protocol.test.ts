import { upstreamInvalid } from "@wellhead/sdk";
import { expect, it } from "vitest";
import { MessageScanner } from "../messages/message-scanner.js";
import type { Stream } from "../specification/stream.js";
import { AirbyteProtocol } from "./airbyte-protocol.js";

const described: Stream = {
  id: "rows",
  name: "rows",
  namespace: undefined,
  columns: {},
  key: undefined,
  isIncremental: false,
  described: {},
};

/** Reports whether a record in a namespace, as JSON, belongs to a stream whose catalogue has another or the same one. */
function accepts(namespace: string | undefined, catalogue: string | undefined): boolean {
  const member = namespace === undefined ? "" : `,"namespace":${namespace}`;
  const source = Buffer.from(`{"type":"RECORD","record":{"stream":"rows","data":{}${member}}}\n`);
  const scanner = new MessageScanner("airbyte");
  scanner.read({ source, start: 0, end: source.length - 1, isCut: false }, true);
  const run = { failure: (reason: string) => upstreamInvalid(reason) };
  return new AirbyteProtocol({ ...described, namespace: catalogue }).accepts(scanner, run);
}

it("keeps the last state of its stream, and none of another stream", () => {
  const protocol = new AirbyteProtocol(described);
  const stateOf = (name: string, id: number): string =>
    `{"type":"STREAM","stream":{"stream_descriptor":{"name":"${name}"},"stream_state":{"id":${id}}}}`;
  const run = { failure: (reason: string) => upstreamInvalid(reason), log: () => undefined };
  const states = [stateOf("rows", 1), stateOf("rows", 2), stateOf("others", 3)];
  for (const state of states) {
    const message = { type: "STATE", value: { type: "STATE", state: JSON.parse(state) }, state };
    protocol.take(message, run, () => undefined);
  }
  expect(protocol.state).toBe(`[${stateOf("rows", 2)}]`);
});

it("accepts records of its namespace, and refuses those of another one aloud", () => {
  for (const namespace of [undefined, "null", '""']) expect(accepts(namespace, undefined)).toBe(true);
  expect(accepts('"shop"', "shop")).toBe(true);
  expect(() => accepts('"other"', undefined)).toThrow('namespace "other", where its catalogue has null');
  expect(() => accepts('"other"', "shop")).toThrow('namespace "other", where its catalogue has "shop"');
  expect(() => accepts(undefined, "shop")).toThrow('namespace null, where its catalogue has "shop"');
});
