import { anything, assert, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { isConnectorError } from "../errors/connector-error.js";
import { shape } from "./shape.js";

// #region issue
const issue = shape.object({
  id: shape.required(shape.id),
  title: shape.text,
  votes: shape.number,
  open: shape.bool,
  labels: shape.list(shape.oneOf(shape.text, shape.object({ name: shape.text }))),
  fields: shape.record(shape.anything),
});
// #endregion issue

describe("shape.object()", () => {
  it("keeps declared members, and members that are missing or null", () => {
    const given = { id: 7, title: null, labels: ["a", { name: "b", color: "red" }], other: true };
    expect(issue.read(given)).toEqual({ id: 7, title: null, labels: ["a", { name: "b" }] });
  });

  it.each([
    [{ title: "x" }, '"id" of the answer: expected text or a number, got nothing'],
    [{ id: null }, '"id" of the answer: expected text or a number, got null'],
    [{ id: 1, title: 5 }, '"title" of the answer: expected text, got a number'],
    [{ id: 1, votes: "many" }, '"votes" of the answer: expected a number, got text'],
    [{ id: 1, open: "yes" }, '"open" of the answer: expected true or false, got text'],
    [{ id: 1, labels: {} }, '"labels" of the answer: expected a list, got an object'],
    [
      { id: 1, labels: [{ name: 5 }] },
      '"labels[0]" of the answer: expected another kind of value, got an object',
    ],
    [{ id: 1, fields: [] }, '"fields" of the answer: expected an object, got a list'],
    [[], "the answer: expected an object, got a list"],
  ])("refuses %j as an answer of the upstream's", (given, sentence) => {
    expect(() => issue.read(given)).toThrow(sentence);
  });

  it("reads numbers that a double cannot hold as the text the client made of them", () => {
    expect(issue.read({ id: 1, votes: "9007199254740993" }).votes).toBe("9007199254740993");
    expect(() => issue.read({ id: 1, votes: "12" })).toThrow("expected a number");
  });

  it("reads any value or throws `upstream_invalid`, and never shows a value", () => {
    assert(
      property(anything(), (value) => {
        expect(outcomeOf({ id: 1, title: value, labels: value, fields: value })).toMatch(
          /^(?:read|upstream_invalid)$/,
        );
      }),
      { numRuns: 1000 },
    );
  });
});

function outcomeOf(value: unknown): string {
  try {
    issue.read(value);
    return "read";
  } catch (error) {
    return isConnectorError(error) ? error.code : String(error);
  }
}
