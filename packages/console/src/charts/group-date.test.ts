import { expect, test } from "vitest";
import { groupDate } from "./group-date.js";

test("`groupDate()` names the stretch of time a date lies in", () => {
  const names = (["hour", "day", "week", "month", "quarter", "year", "none"] as const).map((grouping) =>
    groupDate("2026-11-22T23:30:00Z", grouping),
  );
  expect(names).toEqual([
    "2026-11-22 23:00",
    "2026-11-22",
    "2026-11-16",
    "2026-11",
    "2026 Q4",
    "2026",
    "2026-11-22T23:30:00Z",
  ]);
});

test("`groupDate()` puts every month into its quarter", () => {
  const quarters = Array.from({ length: 12 }, (_, month) =>
    groupDate(`2026-${String(month + 1).padStart(2, "0")}-01`, "quarter"),
  );
  expect(quarters.map((name) => name?.at(-1)).join("")).toBe("111222333444");
});

test("`groupDate()` refuses what is no date", () => {
  expect(groupDate("soon", "day")).toBeUndefined();
});
