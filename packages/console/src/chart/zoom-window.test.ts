import { expect, test } from "vitest";
import { axisEnds, moveWindow, positionAt, windowScaled, windowUnder } from "./zoom-window.js";

const names = ["a", "b", "c", "d", "e"];
const categories = {
  direction: "x",
  isCategory: true,
  ends: [0, 4],
  nameOf: (at: number) => names[at] ?? "",
  isShared: true,
} as const;
const numbers = { ...categories, isCategory: false, ends: [10, 30] } as const;

test("an axis that is not zoomed has the ends that the library chooses", () => {
  expect(axisEnds(numbers, { start: 0, end: 1 })).toEqual({ min: null, max: null });
  expect(axisEnds(numbers, { start: 0.25, end: 1 })).toEqual({ min: 15, max: 30 });
  expect(axisEnds(categories, { start: 0, end: 0.55 })).toEqual({ min: 0, max: 2 });
  expect(positionAt(categories, 0.9)).toBe(4);
});

test("a window that is moved keeps its size and stays on the axis", () => {
  expect(moveWindow({ start: 0.25, end: 0.5 }, 0.25)).toEqual({ start: 0.5, end: 0.75 });
  expect(moveWindow({ start: 0.25, end: 0.5 }, 2)).toEqual({ start: 0.75, end: 1 });
  expect(moveWindow({ start: 0.25, end: 0.5 }, -2)).toEqual({ start: 0, end: 0.25 });
});

test("the wheel keeps what is under the pointer, up to the whole axis and down to the smallest part", () => {
  expect(windowScaled({ start: 0, end: 1 }, { factor: 0.5, at: 0.5 }, 0.01)).toEqual({
    start: 0.25,
    end: 0.75,
  });
  expect(windowScaled({ start: 0.5, end: 1 }, { factor: 8, at: 0.5 }, 0.01)).toEqual({ start: 0, end: 1 });
  expect(windowScaled({ start: 0.5, end: 1 }, { factor: 0.001, at: 0 }, 0.125)).toEqual({
    start: 0.5,
    end: 0.625,
  });
});

test("one pointer moves what it holds, and two also resize it", () => {
  const whole = { start: 0.25, end: 0.75 };
  expect(windowUnder(whole, { shares: [0.5], at: [0.75] }, 0.01)).toEqual({ start: 0.125, end: 0.625 });
  expect(windowUnder(whole, { shares: [0.25, 0.5], at: [0, 1] }, 0.01)).toEqual({ start: 0.25, end: 0.5 });
});
