import assert from "node:assert/strict";
import {
  acceptDecimal,
  afterCursor,
  argumentOf,
  compareDecimals,
  exactNumbers,
  fitsDouble,
  memberAt,
  roundDecimal,
  Secret,
  shape,
  withArguments,
} from "@wellhead/sdk";

/** Checks the examples of values. */
export function checkValues(): void {
  // #region secret
  const secret = new Secret("abc");
  String(secret); // "[secret]"
  secret.reveal(); // "abc"
  // #endregion secret
  assert.deepEqual([String(secret), secret.reveal()], ["[secret]", "abc"]);

  // #region shape
  const issue = shape.object({
    id: shape.required(shape.id),
    title: shape.text,
    labels: shape.list(shape.text),
  });
  issue.read({ id: 1, title: "First", labels: ["bug"], url: "left out" });
  // #endregion shape
  assert.deepEqual(issue.read({ id: 1, title: "First", labels: ["bug"], url: "left out" }), {
    id: 1,
    title: "First",
    labels: ["bug"],
  });

  // #region member-at
  memberAt({ data: { items: [1, 2] } }, "data.items"); // [1, 2]
  memberAt({ "@odata.nextLink": "…" }, "@odata.nextLink"); // "…"
  memberAt({ data: null }, "/data/items"); // undefined
  // #endregion member-at
  assert.deepEqual(memberAt({ data: { items: [1, 2] } }, "data.items"), [1, 2]);
  assert.equal(memberAt({ "@odata.nextLink": "…" }, "@odata.nextLink"), "…");
  assert.equal(memberAt({ data: null }, "/data/items"), undefined);

  const start = { path: "search", query: { q: "x" } };
  // #region with-arguments
  const first = withArguments(start, { after: "c1" }, { parameter: "per_page", value: 50 });
  // { path: "search", query: { q: "x", per_page: 50, after: "c1" } }
  // #endregion with-arguments
  assert.deepEqual(first, { path: "search", query: { q: "x", per_page: 50, after: "c1" } });

  // #region argument-of
  argumentOf(first, "after"); // "c1"
  // #endregion argument-of
  assert.equal(argumentOf(first, "after"), "c1");

  // #region after-cursor
  afterCursor(start, "c2", "after"); // { next: { path: "search", query: { q: "x", after: "c2" } }, key: "c2" }
  afterCursor(start, null, "after"); // { end: "no next page" }
  // #endregion after-cursor
  const next = { path: "search", query: { q: "x", after: "c2" } };
  assert.deepEqual(afterCursor(start, "c2", "after"), { next, key: "c2" });
  assert.deepEqual(afterCursor(start, null, "after"), { end: "no next page" });

  // #region accept-decimal
  acceptDecimal("1.50e3"); // "1500"
  acceptDecimal("0.10000000000000000001"); // "0.10000000000000000001"
  // #endregion accept-decimal
  assert.equal(acceptDecimal("1.50e3"), "1500");
  assert.equal(acceptDecimal("0.10000000000000000001"), "0.10000000000000000001");

  // #region compare-decimals
  compareDecimals("0.1", "0.10000000000000000001"); // a negative number
  // #endregion compare-decimals
  assert.ok(compareDecimals("0.1", "0.10000000000000000001") < 0);

  // #region round-decimal
  roundDecimal("-1.25", "up"); // "-1"
  roundDecimal("1.25", "up", 1); // "1.3"
  // #endregion round-decimal
  assert.deepEqual([roundDecimal("-1.25", "up"), roundDecimal("1.25", "up", 1)], ["-1", "1.3"]);

  // #region exact-numbers
  const body = exactNumbers('{"id":9007199254740993,"size":3}', 64);
  JSON.parse(body); // { id: "9007199254740993", size: 3 }
  // #endregion exact-numbers
  assert.deepEqual(JSON.parse(body), { id: "9007199254740993", size: 3 });

  // #region fits-double
  fitsDouble("0.1"); // true
  fitsDouble("9007199254740993"); // false
  // #endregion fits-double
  assert.deepEqual([fitsDouble("0.1"), fitsDouble("9007199254740993")], [true, false]);
}
