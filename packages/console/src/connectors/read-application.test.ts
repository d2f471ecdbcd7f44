import { expect, test } from "vitest";
import { readApplication } from "./read-application.js";

test("`readApplication()` reads either public name of a thing", () => {
  const application = readApplication({
    id: "a",
    name: "A",
    version: "1",
    website: "https://a.example",
    authentication: [
      { id: "token", name: "Token", fields: [{ id: "t", name: "Token", type: "password", optional: false }] },
    ],
    sources: [
      {
        id: "s",
        title: "S",
        filter: [{ id: "f", title: "F", type: "list", choices: ["x", 2], required: false }],
        fields: { b: { name: "B", type: "number", order: 1 }, a: { name: "A", type: "text", order: 0 } },
      },
    ],
  });
  expect(application?.site).toBe("https://a.example");
  expect(application?.kinds[0]?.fields[0]).toMatchObject({
    title: "Token",
    type: "password",
    required: true,
  });
  expect(application?.sources[0]?.filter[0]).toMatchObject({
    required: false,
    options: [
      { title: "x", value: "x" },
      { title: "2", value: 2 },
    ],
  });
  expect(application?.sources[0]?.columns?.map(({ id }) => id)).toEqual(["a", "b"]);
  expect(application?.remarks).toEqual([]);
});

test("`readApplication()` remarks on what is missing or wrong and keeps the rest", () => {
  const application = readApplication({
    name: "B",
    authentication: {},
    sources: [{ id: "s" }, { id: "s" }, {}],
  });
  expect(application?.sources).toHaveLength(1);
  expect(application?.remarks).toEqual([
    '"authentication" of GET / is no array',
    '"sources" of GET / has the id "s" twice',
    'an entry of "sources" of GET / has no id',
    'GET / has no "id"',
    'GET / has no "version"',
    "GET / lists no way of connecting an account",
  ]);
});

test("`readApplication()` treats a field type it does not know as text", () => {
  const application = readApplication({ sources: [{ id: "s", filter: [{ id: "f", type: "hologram" }] }] });
  expect(application?.sources[0]?.filter[0]?.type).toBe("text");
});

test("`readApplication()` gives nothing for what is no object", () => {
  for (const answer of [undefined, null, 1, "x", []]) expect(readApplication(answer)).toBeUndefined();
});
