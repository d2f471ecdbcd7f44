import { expect, test } from "vitest";
import { nameColumns } from "./run-sql.js";

test("nameColumns() names what a statement could use, and no column that only the engine has", () => {
  const message = (candidate: string) => `There is no column "vv". Candidate bindings: "${candidate}".`;
  expect(nameColumns(message("no columns"), [])).toBe('There is no column "vv".');
  expect(nameColumns(message("v"), [])).toBe(message("v"));
  expect(nameColumns(message("v"), [' Columns of a."s": v, w.'])).toBe(
    'There is no column "vv". Columns of a."s": v, w.',
  );
});
