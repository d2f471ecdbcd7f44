import { expect, test } from "vitest";
import { findSource } from "./find-source.js";
import { readApplication } from "./read-application.js";

const application = (...ids: readonly string[]) =>
  readApplication({ name: "Tracker", sources: ids.map((id) => ({ id })) });

test("findSource() returns the source, or lists those that exist", () => {
  expect(findSource(application("a", "b"), "b").id).toBe("b");
  expect(() => findSource(application("a", "b"), "c")).toThrow(
    new RangeError('Could not find the source "c": Tracker has "a", "b". Use one of these.'),
  );
  expect(() => findSource(application(), "c")).toThrow("Tracker has no sources. Use one of these.");
});
