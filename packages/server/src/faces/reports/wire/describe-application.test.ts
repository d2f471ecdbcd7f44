import { type Columns, defineConnector, fields, id, none, number, password, text } from "@wellhead/sdk";
import { expect, test } from "vitest";
import { describeApplication, describeColumns, hasSchema } from "./describe-application.js";

const bare = { id: "bare", name: "Bare", version: "1", description: "D" };

test("describeApplication() of a connector that says nothing more has no member for it", async () => {
  const connector = defineConnector({
    ...bare,
    sources: (source) => ({ rows: source({ name: "Rows", rows: () => [] }) }),
  });
  // Strictly, because members without a value are not the same as none.
  expect(describeApplication(connector, await connector.sources())).toStrictEqual({
    ...bare,
    authentication: [{ id: "none", name: expect.any(String), description: expect.any(String) }],
    sources: [{ id: "rows", name: "Rows", description: "", filter: [] }],
    type: "none",
    responsibleFor: {
      dataProviding: true,
      userAuthentication: false,
      dataSynchronization: false,
      automations: false,
    },
  });
});

test("describeApplication() has everything that a connector says", async () => {
  const connector = defineConnector({
    ...bare,
    site: "https://example.org",
    tags: ["a", "b"],
    color: "#123456",
    accounts: {
      none: none(),
      key: fields({ title: "Key", fields: { key: password({ title: "The key" }) } }),
    },
    timezone: async () => "+02:00",
    actions: (action) => ({
      tell: action({
        name: "Tell",
        description: "Tells",
        args: { what: { title: "What", description: "W", multiline: true, templates: true }, whom_to: {} },
        run: async () => undefined,
      }),
      ask: action({ name: "Ask", args: {}, run: async () => undefined }),
    }),
    sources: (source) => ({
      rows: source({
        name: "Rows",
        description: "R",
        tags: ["t"],
        default: true,
        filter: { word: text({ optional: true }) },
        fields: { key: id(), size: number({ title: "Size", description: "S" }) },
        rows: () => [],
      }),
    }),
  });
  const described = describeApplication(connector, await connector.sources());
  expect(described).toMatchObject({
    website: "https://example.org",
    tags: ["a", "b"],
    color: "#123456",
    type: "crunch",
    features: { timezone: true },
    responsibleFor: {
      dataProviding: true,
      userAuthentication: false,
      dataSynchronization: true,
      automations: true,
    },
    authentication: [
      { id: "none" },
      { id: "key", fields: [expect.objectContaining({ id: "key", title: "The key", type: "password" })] },
    ],
    sources: [
      {
        id: "rows",
        description: "R",
        tags: ["t"],
        default: true,
        filter: [expect.objectContaining({ id: "word" })],
        fields: {
          key: { id: "key", type: "id", order: 0, ignore: false, readonly: false },
          size: { id: "size", name: "Size", description: "S", type: "number", order: 1 },
        },
      },
    ],
  });
  expect(described.authentication[0]).not.toHaveProperty("fields");
  expect(described.actions).toStrictEqual([
    {
      action: "tell",
      name: "Tell",
      description: "Tells",
      args: [
        { id: "what", name: "What", description: "W", type: "textarea", textTemplateSupported: true },
        { id: "whom_to", name: "Whom to", type: "text" },
      ],
    },
    { action: "ask", name: "Ask", args: [] },
  ]);
});

test("hasSchema() needs a source, and the columns of each", async () => {
  const connector = defineConnector({
    ...bare,
    sources: (source) => ({
      known: source({ name: "Known", fields: { key: id() }, rows: () => [] }),
      other: source({ name: "Other", rows: () => [] }),
    }),
  });
  const sources = await connector.sources();
  expect(hasSchema(sources)).toBe(false);
  expect(hasSchema(new Map([...sources].filter(([name]) => name === "known")))).toBe(true);
  expect(hasSchema(new Map())).toBe(false);
});

test("describeColumns() refuses a type that is none, and the name of the mark", () => {
  // A connector without types may have anything.
  const wrong = (columns: unknown) => () => describeColumns(columns as Columns);
  expect(wrong({ a: { column: "money" } })).toThrow('expected the type of a column, got "money"');
  expect(wrong({ __streamError: { column: "text" } })).toThrow('the column "__streamError"');
  expect(describeColumns({ a_b: text() })).toEqual({
    a_b: { id: "a_b", name: "A b", description: "", type: "text", ignore: false, readonly: false, order: 0 },
  });
});
