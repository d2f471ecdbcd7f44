import { expect, test } from "vitest";
import { headersTooLarge } from "./header-lines.js";

test("a request may have 500 header lines, and is refused with one more", () => {
  const lines = (count: number) => Array.from({ length: 2 * count }, () => "x");
  expect(headersTooLarge({ rawHeaders: lines(500) })).toBeUndefined();
  expect(headersTooLarge({ rawHeaders: lines(501) })).toMatchObject({
    code: "headers_too_large",
    message: "Could not read the request: expected at most 500 header lines, got 501.",
  });
});
