import { ResultsError } from "@wellhead/results";
import { expect, test } from "vitest";
import { Redactor } from "../secrets/redactor.js";
import { messageFor } from "./tool-error.js";

test("messageFor() suggests a name that exists", () => {
  const unknown = { name: "oders", known: ["orders", "people"] };
  const error = new ResultsError("statement", 'Could not find the source "oders" of shop.', { unknown });
  expect(messageFor(error, new Redactor())).toBe(
    'Could not find the source "oders" of shop. Did you mean "orders"?',
  );
});
