import { expect, it } from "vitest";
import { stateFileOf } from "./airbyte-state.js";

const stream =
  '{"type": "STREAM", "stream": {"stream_state": {"n": 9007199254740993}}, "sourceStats": {"recordCount": 1.0}}';
const data = '{"format": "base64/gzip", "data": "H4sI"}';

it.each([
  ["of a stream, with its foreign members and digits", stream, `[${stream}]`],
  ["that is global", '{"type":"GLOBAL","global":{}}', '[{"type":"GLOBAL","global":{}}]'],
  ["that is a legacy one without a type", `{"data": ${data}, "more": 1}`, data],
  ["that is a legacy one", `{"type": "LEGACY", "data": ${data}}`, data],
  ["without data", "{}", undefined],
  ["that is not an object", "1", undefined],
])("`stateFileOf()` keeps a state %s", (_kind, json, expected) => {
  expect(stateFileOf(json)).toBe(expected);
});
