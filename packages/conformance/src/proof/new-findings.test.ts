import { expect, test } from "vitest";
import { newFindings } from "./new-findings.js";

const before =
  "1 of 2\n\n- missed, kept: kept-date-local\n- without a fault, v2 in node: 340 requests, no finding\n";

test("newFindings() lists what the page does not have", () => {
  const after = "0 of 2\n\n- missed, kept: kept-date-local\n- missed, tuned: rows-twice: Rows twice\n";
  expect(newFindings(before, after)).toEqual(["- missed, tuned: rows-twice: Rows twice"]);
});

test("newFindings() lists nothing for fewer misses, or for a right connector with another number of requests", () => {
  expect(newFindings(before, "2 of 2\n\n- without a fault, v2 in node: 341 requests, no finding\n")).toEqual(
    [],
  );
});
