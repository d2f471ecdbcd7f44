import { expect, test } from "vitest";
import { heatColor } from "./heat-color.js";

test("a figure has the colour of its place between the ends", () => {
  const key = { ends: [10, 30], colors: ["#000000", "#0000ff", "#ffffff"] } as const;
  expect([10, 15, 20, 30].map((figure) => heatColor(key, figure))).toEqual([
    "rgb(0,0,0)",
    "rgb(0,0,128)",
    "rgb(0,0,255)",
    "rgb(255,255,255)",
  ]);
  expect(heatColor({ ...key, ends: [5, 5] }, 5)).toBe("rgb(0,0,0)");
});
