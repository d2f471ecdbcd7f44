import { afterEach, expect, test, vi } from "vitest";
import { isUnkept, keepText, readKept } from "./kept-text.js";

afterEach(() => vi.unstubAllGlobals());

/** A storage that keeps texts of up to ten characters. */
function smallStorage(): Pick<Storage, "getItem" | "setItem"> {
  const texts = new Map<string, string>();
  return {
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => {
      if (text.length > 10) throw new DOMException("full", "QuotaExceededError");
      texts.set(key, text);
    },
  };
}

test("keepText() keeps a text where it is told to", () => {
  vi.stubGlobal("localStorage", smallStorage());
  vi.stubGlobal("sessionStorage", smallStorage());
  keepText("browser", "a", "short");
  expect([readKept("browser", "a"), readKept("tab", "a"), isUnkept("a")]).toEqual(["short", "", false]);
});

test("what a full browser refuses is read until the page is reloaded, and replaced by what it keeps", () => {
  vi.stubGlobal("sessionStorage", smallStorage());
  keepText("tab", "b", "short");
  keepText("tab", "b", "longer than it keeps");
  expect([readKept("tab", "b"), isUnkept("b")]).toEqual(["longer than it keeps", true]);
  keepText("tab", "b", "new");
  expect([readKept("tab", "b"), isUnkept("b")]).toEqual(["new", false]);
});

test("a browser that forbids its storage keeps nothing, and fails nothing", () => {
  const forbid = (): never => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  };
  vi.stubGlobal("localStorage", new Proxy({}, { get: forbid }));
  expect(readKept("browser", "c")).toBe("");
  keepText("browser", "c", "text");
  expect([readKept("browser", "c"), isUnkept("c")]).toEqual(["text", true]);
});
