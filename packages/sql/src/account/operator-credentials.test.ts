import { expect, test } from "vitest";
import { permissionsOfOthers } from "./operator-credentials.js";

test("`permissionsOfOthers()` returns those of group and everybody, and none on Windows", () => {
  expect(permissionsOfOthers({ mode: 0o100600 }, "linux")).toBe(0);
  expect(permissionsOfOthers({ mode: 0o100642 }, "linux")).toBe(0o042);
  // Node reports this mode for every file of Windows that can be written.
  expect(permissionsOfOthers({ mode: 0o100666 }, "win32")).toBe(0);
});
