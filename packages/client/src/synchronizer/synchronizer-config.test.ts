import { expect, test } from "vitest";
import { readConfig } from "./synchronizer-config.js";

test("readConfig() reads every member, and takes what is missing as not stated", () => {
  const raw = {
    types: [
      { id: "a", name: "A", description: "About A", default: true, isUser: true },
      { id: "b", title: "B", default: "yes", isUser: 1 },
      { name: "without an id" },
      { id: "a", name: "again" },
      7,
    ],
    filters: [{ id: "team" }],
    version: 3,
    webhooks: { enabled: true },
  };
  const { filter, ...others } = readConfig(raw);
  expect(others).toEqual({
    types: [
      { id: "a", name: "A", description: "About A", isDefault: true, isUser: true },
      { id: "b", name: "B", description: "", isDefault: false, isUser: false },
    ],
    version: "3",
    hasWebhooks: true,
    raw,
  });
  expect(filter).toMatchObject([{ id: "team" }]);
  for (const webhooks of [undefined, true, { enabled: "yes" }, {}]) {
    const bare = { types: [], webhooks };
    expect(readConfig(bare)).toEqual({ types: [], filter: [], version: "", hasWebhooks: false, raw: bare });
  }
});

test.each([null, "text", [], {}, { types: {} }])("readConfig() refuses %j", (answer) => {
  expect(() => readConfig(answer)).toThrow('expected an object with "types"');
});
