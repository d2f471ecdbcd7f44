import { resolve } from "node:path";
import { expect, it } from "vitest";
import { readTypeFaults } from "./read-type-faults.js";

const sentence = `The column "radius" holds number. Convert the value, or change the column in fields.`;
const output = `connector.ts(18,19): error TS2322: Type 'A' is not assignable to type 'B'.
  Types of property 'radius' are incompatible.
    Type 'string' is not assignable to type '${JSON.stringify(sentence)}'.
src/other.ts(2,1): error TS2304: Cannot find name 'x'.
`;

it.each([
  ["Linux", "\n"],
  ["Windows", "\r\n"],
])(
  "readTypeFaults() reads the lines of %s, and shortens what the SDK says to its sentence",
  (_name, lineBreak) => {
    expect(readTypeFaults(output.replaceAll("\n", lineBreak), "/project")).toEqual([
      {
        message: `TS2322: ${sentence}`,
        place: { file: resolve("/project/connector.ts"), line: 18, column: 19 },
      },
      {
        message: "TS2304: Cannot find name 'x'.",
        place: { file: resolve("/project/src/other.ts"), line: 2, column: 1 },
      },
    ]);
  },
);
