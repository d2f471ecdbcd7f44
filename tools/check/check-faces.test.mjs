import { describe, expect, it } from "vitest";
import { checkFaces } from "./check-faces.mjs";
import { makeTree } from "./make-tree.mjs";

const source = "packages/server/src";

/**
 * @param {string} file The importing file, relative to `src`.
 * @param {string} text Its content.
 * @returns {string[]} The messages of the check.
 */
function messages(file, text) {
  const root = makeTree({
    [`${source}/faces/faces.ts`]: 'import { face } from "./a/face.js";',
    [`${source}/faces/a/face.ts`]: 'import { aliases } from "@wellhead/contract";',
    [`${source}/fastify/app.ts`]: 'import { servedFaces } from "../faces/faces.js";',
    [`${source}/errors/errors.ts`]: 'import { type ErrorCode, errorCodes } from "@wellhead/contract";',
    [`${source}/form/form.ts`]: 'import { fieldTypes } from "@wellhead/contract/vocabulary";',
    "packages/client/src/a.ts": 'import { aliases } from "@wellhead/contract";',
    [`${source}/${file}`]: text,
  });
  return checkFaces(root).map(({ message }) => message);
}

describe("checkFaces()", () => {
  it("accepts what every wire format shares, the composition of the faces, and tests", () => {
    expect(messages("rows/a.test.ts", 'import { a } from "../faces/a/face.js";')).toEqual([]);
  });

  it.each([
    'import { streamErrorKey } from "@wellhead/contract";',
    'import { type ApplicationResponse, errorCodes } from "@wellhead/contract";',
    'import { streamErrorKey as key } from "@wellhead/contract";',
    'import * as contract from "@wellhead/contract";',
    'export { aliases } from "@wellhead/contract";',
    'export * from "@wellhead/contract";',
    'type A = import("@wellhead/contract").DataFormat;',
    'import { streamErrorKey } from "@wellhead/contract/vocabulary";',
    'import { suggestDateRanges } from "@wellhead/contract/dates";',
  ])("reports outside of the faces: %s", (text) => {
    expect(messages("rows/a.ts", text)).toEqual([expect.stringContaining("belongs to a wire format")]);
  });

  it.each([
    ["fastify/a.ts", 'import { face } from "../faces/a/face.js";'],
    ["rows/a.ts", 'import type { Face } from "../faces/faces.js";'],
    ["rows/a.ts", 'const face = await import("../faces/faces.js");'],
  ])("reports in %s: %s", (file, text) => {
    expect(messages(file, text)).toEqual([expect.stringContaining("may import a face")]);
  });
});
