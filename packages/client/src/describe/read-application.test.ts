import { expect, test } from "vitest";
import { readApplication, readFields } from "./read-application.js";

/** A field of a form of which nothing but the id is stated. */
const plain = {
  id: "f",
  title: "f",
  description: "",
  type: "text",
  required: true,
  hasDatalist: false,
  dependsOn: [],
  options: [],
  defaultValue: undefined,
  placeholder: "",
  isSecured: false,
  address: "",
  editorMode: undefined,
};

test("readApplication() reads every member of a description", () => {
  const field = {
    id: "f",
    title: "Field",
    description: "What it is",
    type: "highlightText",
    optional: true,
    datalist: true,
    datalist_requires: ["g"],
    data: [{ title: "One", value: 1 }],
    choices: ["not this"],
    defaultValue: 1,
    placeholder: "such as 1",
    secured: true,
    value: "https://a.example/",
    editorMode: "sql",
  };
  const raw = {
    id: "a",
    name: "A",
    version: "2",
    description: "About A",
    website: "https://a.example/",
    tags: ["one"],
    color: "#A0B1C2",
    type: "crunch",
    features: { timezone: true },
    authentication: [{ id: "key", name: "Key", description: "A key", fields: [field] }],
    sources: [
      {
        id: "s",
        title: "Source",
        description: "Rows",
        tags: ["two"],
        default: true,
        filter: [{ id: "f" }, { title: "without an id" }],
        fields: { c: { name: "C", type: "number", description: "A column" } },
      },
    ],
  };
  const read = {
    ...plain,
    title: "Field",
    description: "What it is",
    type: "highlightText",
    required: false,
    hasDatalist: true,
    dependsOn: ["g"],
    options: [{ title: "One", value: 1 }],
    defaultValue: 1,
    placeholder: "such as 1",
    isSecured: true,
    address: "https://a.example/",
    editorMode: "sql",
  };
  expect(readApplication(raw)).toEqual({
    id: "a",
    name: "A",
    version: "2",
    description: "About A",
    site: "https://a.example/",
    tags: ["one"],
    color: "#A0B1C2",
    accountKinds: [{ id: "key", name: "Key", description: "A key", fields: [read] }],
    sources: [
      {
        id: "s",
        name: "Source",
        description: "Rows",
        tags: ["two"],
        isDefault: true,
        filter: [plain],
        columns: [{ id: "c", name: "C", type: "number", description: "A column" }],
      },
    ],
    hasSchema: true,
    synchronizes: false,
    hasTimezone: true,
    remarks: [],
    raw,
  });
});

test("readApplication() takes what is missing, or of another type, as not stated", () => {
  const empty = {
    id: "",
    name: "",
    version: "",
    description: "",
    site: "",
    tags: [],
    color: undefined,
    accountKinds: [],
    hasSchema: false,
    synchronizes: false,
    hasTimezone: false,
  };
  const remarks = ['GET / has no "id".', 'GET / has no "name".', 'GET / has no "version".'];
  const bare = { sources: [] };
  const remarksOfBare = [...remarks, "GET / lists no account kind.", "GET / lists no source."];
  expect(readApplication(bare)).toEqual({ ...empty, sources: [], remarks: remarksOfBare, raw: bare });
  const wrong = {
    id: true,
    name: {},
    tags: "one",
    color: "x#aabbcc",
    type: "crunchy",
    features: { timezone: "yes" },
    responsibleFor: { dataSynchronization: "yes" },
    authentication: [1, { id: "key", fields: {} }],
    sources: [
      {
        id: "s",
        default: "yes",
        tags: {},
        fields: [],
        filter: [{ id: "f", editorMode: "other", required: 0 }],
      },
      { id: "e", fields: {} },
    ],
  };
  const source = { description: "", tags: [], isDefault: false, columns: undefined };
  expect(readApplication(wrong)).toEqual({
    ...empty,
    accountKinds: [{ id: "key", name: "key", description: "", fields: [] }],
    sources: [
      { ...source, id: "s", name: "s", filter: [plain] },
      { ...source, id: "e", name: "e", filter: [] },
    ],
    remarks,
    raw: wrong,
  });
});

test("readApplication() needs sources, unless the connector synchronizes", () => {
  const synchronizer = { id: "a", name: "A", version: 1, responsibleFor: { dataSynchronization: true } };
  expect(readApplication(synchronizer)).toMatchObject({
    version: "1",
    synchronizes: true,
    sources: [],
    remarks: ["GET / lists no account kind."],
  });
  for (const answer of [{ ...synchronizer, responsibleFor: true }, { sources: {} }, [], null, "text"])
    expect(() => readApplication(answer)).toThrow(
      expect.objectContaining({ code: "invalid", message: expect.stringContaining('with "sources"') }),
    );
  expect(() => readApplication({ connectors: [{ id: "a" }, {}, 1, { id: "b" }] })).toThrow(
    "the service has several connectors: a, b. Append",
  );
  expect(() => readApplication({ connectors: [{}] })).toThrow('expected a description with "sources"');
});

test("readApplication() remarks on entries that it leaves out, and on lists that are none", () => {
  const raw = {
    id: "a",
    name: "A",
    version: "1",
    color: "#aabbccd",
    tags: ["one", 2, null],
    authentication: {},
    sources: [{ id: "s", name: "First" }, { id: "s" }, { name: "N" }],
  };
  const { sources, tags, color, remarks } = readApplication(raw);
  expect(sources.map(({ name }) => name)).toEqual(["First"]);
  expect([tags, color]).toEqual([["one"], undefined]);
  expect(remarks).toEqual([
    '"authentication" of GET / is not an array.',
    '"sources" of GET / lists "s" twice.',
    'An entry of "sources" of GET / has no id.',
    "GET / lists no account kind.",
  ]);
});

test("a field is required unless it says otherwise in either spelling", () => {
  const states = [{}, { optional: true }, { required: false }, { optional: false }, { required: true }];
  const fields = readFields(states.map((state, index) => ({ id: `f${index}`, ...state })));
  expect(fields.map(({ required }) => required)).toEqual([true, false, false, true, true]);
});
