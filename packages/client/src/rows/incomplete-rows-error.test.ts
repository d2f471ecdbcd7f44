import { expect, test } from "vitest";
import { ConnectorError } from "../http/connector-error.js";
import { IncompleteRowsError } from "./incomplete-rows-error.js";

test("errors of another copy of the package are recognized, and others are not", async () => {
  // The package as it is built is another copy of the same classes.
  const copy = await import("@wellhead/client");
  expect(copy.IncompleteRowsError).not.toBe(IncompleteRowsError);
  expect(new copy.IncompleteRowsError("cut", "x")).toBeInstanceOf(IncompleteRowsError);
  expect(new copy.ConnectorError("refused", "x")).toBeInstanceOf(ConnectorError);
  for (const other of [new Error("x"), null, undefined, "x", { name: "ConnectorError" }]) {
    expect(other instanceof IncompleteRowsError).toBe(false);
    expect(other instanceof ConnectorError).toBe(false);
  }
});
