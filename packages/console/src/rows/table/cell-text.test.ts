import { expect, test } from "vitest";
import { fittingWidth, readableText } from "./cell-text.js";

test("`readableText()` keeps every digit and shortens points in time without changing them", () => {
  expect(readableText("9007199254740993.10", "number")).toBe("9007199254740993.10");
  expect(readableText("2025-01-02T03:04:05", "time")).toBe("2025-01-02 03:04:05");
  expect(readableText("2025-01-02T03:04:05.000Z", "instant")).toBe("2025-01-02 03:04:05Z");
  expect(readableText("2025-01-02T03:04:05.120Z", "instant")).toBe("2025-01-02 03:04:05.120Z");
  expect(readableText("2025-01-02T03:04:05.000", "text")).toBe("2025-01-02T03:04:05.000");
  expect(readableText(null, "text")).toBe("");
});

test("`fittingWidth()` fits most cells, and one long cell does not decide", () => {
  const short = fittingWidth("id", "number", ["1", "22", "333"]);
  expect(fittingWidth("id", "number", [...Array.from({ length: 30 }, () => "333"), "3".repeat(500)])).toBe(
    short,
  );
  expect(fittingWidth("note", "text", ["x".repeat(9_999)])).toBe(320);
});
