import { expect, test } from "vitest";
import { findMember } from "./find-member.js";

const text = `import { defineConnector, id, text } from "@wellhead/sdk";

// id: "a comment before the definition"
export default defineConnector({
  id: "moons",
  name: "Moons",
  sources: (source) => ({
    "small-moons": source({ name: "Small", fields: { id: id(), name: text() } }),
    moons: source({
      name: "Moons",
      fields: { id: id(), name: text() },
      rows,
    }),
  }),
});
`;

test.each([
  ["id", 5, 3],
  ["name", 6, 3],
  ["sources.moons", 9, 5],
  ["sources.moons.fields.name", 11, 27],
  ["sources.moons.rows", 12, 7],
  ["sources.small-moons.fields.name", 8, 64],
  ["sources.moons.filter.size", 9, 5],
])("`findMember()` finds %s", (path, line, column) => {
  expect(findMember(text, path, 4)).toEqual({ line, column });
});

test("`findMember()` finds nothing where the text does not have the member", () => {
  expect(findMember(text, "version", 4)).toBeUndefined();
});
