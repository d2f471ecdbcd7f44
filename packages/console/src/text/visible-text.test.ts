import { expect, test } from "vitest";
import { visibleText } from "./visible-text.js";

test("`visibleText()` shows by number what would reorder or hide text", () => {
  expect(visibleText("abc\u202Egpj.exe")).toBe("abc‹U+202E›gpj.exe");
  expect(visibleText("a\u0000b\u200bc")).toBe("a‹U+0000›b‹U+200B›c");
});

test("`visibleText()` keeps ordinary text of any script as it is", () => {
  expect(visibleText("مرحبا – 日本語 – émoji 🙂")).toBe("مرحبا – 日本語 – émoji 🙂");
});

test("`visibleText()` puts line ends on one line and cuts what is too long", () => {
  expect(visibleText("a\r\nb\nc")).toBe("a⏎ b⏎ c");
  expect(visibleText("x".repeat(30), 10)).toBe(`${"x".repeat(10)}…`);
});
