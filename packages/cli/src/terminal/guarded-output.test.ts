import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { guardOutput, unguarded } from "./guarded-output.js";
import { makePaint } from "./paint.js";
import { printableTexts } from "./printable-text.js";
import type { Output } from "./terminal.js";

/** Sequences that set the title or the clipboard, move the cursor, hide or answer text, and turn text around. */
const hostile = [
  "\u001B]0;title\u0007",
  "\u001B]52;c;ZXZpbA==\u0007",
  "\u001B[2J\u001B[H",
  "\u001B[8m\u001B[6n",
  "\u001BP+q544e\u001B\\",
  "\u009B31m",
  "\r\u001B[2Kforged",
  "\b\b\b",
  "\u202Egnp.exe",
];

function screen(): { output: Output; text: () => string } {
  const stream = Object.assign(new PassThrough(), { isTTY: true });
  return { output: stream, text: () => String(stream.read() ?? "") };
}

test("a terminal gets lines and styles, and every other sequence as text", () => {
  const { output, text } = screen();
  const guarded = guardOutput(output);
  for (const sequence of hostile) guarded.write(`name ${sequence}\n`);
  const shown = text();
  expect(shown.replaceAll("\u001B[8m", "")).not.toMatch(/[^\n -~]/);
  expect(shown.split("\n")).toHaveLength(hostile.length + 1);
  guarded.write(makePaint({ env: {} }, guarded).bold("bold"));
  expect(text()).toBe("\u001B[1mbold\u001B[22m");
  expect(guarded.isTTY).toBe(true);
});

test("data and our own sequences are written as they are, and so is everything that is not a terminal", () => {
  const { output, text } = screen();
  const guarded = guardOutput(output);
  unguarded(guarded).write(hostile.join(""));
  expect(text()).toBe(hostile.join(""));
  const pipe = new PassThrough();
  expect(guardOutput(pipe)).toBe(pipe);
  expect(unguarded(pipe)).toBe(pipe);
});

test("`printableTexts()` escapes line feeds and sequences at any depth, also in names", () => {
  expect(printableTexts({ "a\n": ["\u001B[2J", { b: 1, c: null }] })).toEqual({
    "a\\u000a": [String.raw`\u001b[2J`, { b: 1, c: null }],
  });
});
