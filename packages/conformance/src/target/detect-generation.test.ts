import { expect, test } from "vitest";
import { detectGeneration } from "./detect-generation.js";

const synchronization = 'it declares "dataSynchronization" and no sources';

test.each([
  [{ id: "a", type: "none", responsibleFor: {} }, "v2", 'it declares "responsibleFor"'],
  [{ type: "crunch", site: "x" }, "v2", 'it declares "type"'],
  [{ website: "x" }, "v2", 'it declares "website"'],
  [{ features: {} }, "v2", 'it declares "features"'],
  [{ site: "x" }, "v1", 'it declares "site"'],
  [{ color: null }, "v1", 'it declares "color"'],
  [{ sources: [{ id: "a", fields: {} }] }, "v1", 'it declares "sources[].fields"'],
  [{ sources: [{ id: "a" }] }, "v2", "it carries no mark of the first generation"],
  [{ sources: [], responsibleFor: { dataSynchronization: true } }, "v3", synchronization],
  [{ responsibleFor: { dataSynchronization: true, dataProviding: false } }, "v3", synchronization],
  [
    { sources: [{ id: "a" }], responsibleFor: { dataSynchronization: true } },
    "v2",
    'it declares "responsibleFor"',
  ],
  [{ sources: [], responsibleFor: { userAuthentication: true } }, "v2", 'it declares "responsibleFor"'],
])("detectGeneration() recognises the generation of %j", (raw, generation, because) => {
  expect(detectGeneration(raw)).toEqual({ generation, because });
});
