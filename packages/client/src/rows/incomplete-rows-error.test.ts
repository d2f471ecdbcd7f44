import { expect, test } from "vitest";
import * as errors from "../http/connector-error.js";
import * as rowErrors from "./incomplete-rows-error.js";

test("errors of another copy of the package are recognized, and others are not", async () => {
  const { ConnectorError } = errors;
  const { IncompleteRowsError } = rowErrors;
  // A query makes Node load the modules once more, as another copy of the same classes.
  const load = (path: string): Promise<unknown> =>
    import(new URL(`../../dist/${path}?copy`, import.meta.url).href);
  // The casts are true, because these are the same modules.
  const copy = (await load("http/connector-error.js")) as typeof errors;
  const rowCopy = (await load("rows/incomplete-rows-error.js")) as typeof rowErrors;
  expect(copy.ConnectorError).not.toBe(ConnectorError);
  expect(rowCopy.IncompleteRowsError).not.toBe(IncompleteRowsError);
  expect(new rowCopy.IncompleteRowsError("cut", "x")).toBeInstanceOf(IncompleteRowsError);
  expect(new copy.ConnectorError("refused", "x")).toBeInstanceOf(ConnectorError);
  for (const other of [new Error("x"), null, undefined, "x", { name: "ConnectorError" }]) {
    expect(other instanceof IncompleteRowsError).toBe(false);
    expect(other instanceof ConnectorError).toBe(false);
  }
});

test("an error of incomplete rows has its ending, and code and cause if they are known", () => {
  const cause = new Error("why");
  const error = new rowErrors.IncompleteRowsError("marked", "Gone", { code: 503, cause });
  expect(error).toMatchObject({ ending: "marked", message: "Gone", code: 503, cause });
  const bare = new rowErrors.IncompleteRowsError("cut", "Gone");
  expect([bare.code, "cause" in bare]).toEqual([undefined, false]);
});
