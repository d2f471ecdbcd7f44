import { expect, test } from "vitest";
import { FailingAccounts } from "./failure-table.js";

test("FailingAccounts lists the accounts that have failed since they last worked, for half an hour", () => {
  let now = 0;
  const accounts = new FailingAccounts(() => now);
  accounts.failed("crm", "a");
  accounts.failed("crm", "b");
  now = 1000;
  accounts.failed("crm", "a");
  accounts.failed("shop", "a");
  accounts.succeeded("shop", "a");
  expect(accounts.list()).toEqual([
    { connector: "crm", account: "a", failures: 2, lastFailureMs: 0 },
    { connector: "crm", account: "b", failures: 1, lastFailureMs: 1000 },
  ]);
  now = 30 * 60_000;
  expect(accounts.list().map(({ account }) => account)).toEqual(["a"]);
});

test("FailingAccounts keeps the latest hundred accounts", () => {
  const accounts = new FailingAccounts(() => 0);
  for (let index = 0; index < 250; index += 1) accounts.failed("crm", `${index}`);
  expect(accounts.size).toBe(100);
  expect(accounts.list().map(({ account }) => Number(account))).toEqual(
    Array.from({ length: 100 }, (_, index) => 249 - index),
  );
});
