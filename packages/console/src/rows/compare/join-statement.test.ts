import { expect, test } from "vitest";
import { joinStatement } from "./join-statement.js";

test("joinStatement() pairs the rows of two sources by every column of the key", () => {
  const [left, right] = [
    { connector: "shop", source: "orders" },
    { connector: "crm", source: 'the "people"' },
  ];
  expect(joinStatement(left, right, ["id", "Day"])).toBe(
    'select a.*, b.*\nfrom shop."orders" a\nfull join crm."the ""people""" b\n  on a."id" = b."id" and a."Day" = b."Day"',
  );
  expect(joinStatement(left, right, [])).toContain("on a.… = b.…");
});
