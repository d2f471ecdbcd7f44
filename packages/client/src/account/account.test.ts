import { expect, test } from "vitest";
import { accountKindOf, completeAccount } from "./account.js";

const kinds = (...ids: readonly string[]) => ids.map((id) => ({ id, name: id, description: "", fields: [] }));

test("accountKindOf() reads either name, if it is a text", () => {
  expect([{ auth: "key" }, { identifier: "key" }, { auth: 7 }, {}].map((one) => accountKindOf(one))).toEqual([
    "key",
    "key",
    undefined,
    undefined,
  ]);
});

test.each([
  [{ auth: "key", a: 1 }, ["none"], { auth: "key", identifier: "key", a: 1 }],
  [{ a: 1 }, ["key"], { auth: "key", identifier: "key", a: 1 }],
  [{ a: 1 }, ["key", "none"], { auth: "none", identifier: "none", a: 1 }],
  [{ a: 1 }, ["key", "token"], { a: 1 }],
  [{ a: 1 }, [], { a: 1 }],
])("completeAccount() of %j for the kinds %j is %j", (account, ids, completed) => {
  expect(completeAccount(account, kinds(...ids))).toStrictEqual(completed);
});
