import { expect, test } from "vitest";
import { detectProfile } from "./detect-profile.js";

test.each([
  [
    { id: "a", type: "none", responsibleFor: {} },
    "all",
    'it declares "id", "type" and "responsibleFor" together',
  ],
  [{ type: "crunch", site: "x" }, "v2", 'it declares "type"'],
  [{ website: "x" }, "v2", 'it declares "website"'],
  [{ features: {} }, "v2", 'it declares "features"'],
  [{ site: "x" }, "v1", 'it declares "site"'],
  [{ color: null }, "v1", 'it declares "color"'],
  [{ sources: [{ id: "a", fields: {} }] }, "v1", 'it declares "sources[].fields"'],
  [{ sources: [{ id: "a" }] }, "v2", "it carries no mark of the first generation"],
])("detectProfile() tells the generation of %j", (raw, profile, because) => {
  expect(detectProfile(raw)).toEqual({ profile, because });
});
