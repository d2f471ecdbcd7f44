import type { EntityField } from "@wellhead/client";
import { expect, test } from "vitest";
import { OutStream } from "./out-stream.js";

/** A stream whose only column is its key. */
function streamOf(storedAs: string): OutStream {
  const field: EntityField = {
    id: "code",
    name: "Code",
    type: "text",
    subType: "",
    description: "",
    isIgnored: false,
    options: [],
    relation: undefined,
    column: { type: "id", key: 0, storedAs },
  };
  return OutStream.ofFields("moons", [field]);
}

test.each([
  ["text", ["null", "string"], '{"code":"7"}'],
  ["", ["null", "string", "integer"], '{"code":7}'],
])("a key that is stored as %o has the types %j, and records of them", (storedAs, type, record) => {
  const stream = streamOf(storedAs);
  expect(stream.key).toEqual(["code"]);
  expect(stream.schema(undefined)).toMatchObject({ properties: { code: { type } } });
  expect(stream.recordOf('{"code":7}')).toBe(record);
  expect(stream.recordOf('{"code":"a"}')).toBe('{"code":"a"}');
});
