import { afterEach, expect, test, vi } from "vitest";
import { inBrowser } from "./in-browser.js";

afterEach(() => {
  vi.unstubAllGlobals();
});

test("inBrowser() knows pages and workers of a browser", () => {
  expect(inBrowser()).toBe(false);
  vi.stubGlobal("document", {});
  expect(inBrowser()).toBe(true);
  vi.unstubAllGlobals();
  vi.stubGlobal("importScripts", () => undefined);
  expect(inBrowser()).toBe(true);
});
