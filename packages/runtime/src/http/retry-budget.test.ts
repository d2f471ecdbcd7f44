import { describe, expect, it } from "vitest";
import { RetryBudget } from "./retry-budget.js";

describe("RetryBudget", () => {
  it("allows a fifth of the first tries, whatever is asked for", () => {
    const budget = new RetryBudget(() => 0);
    let retries = 0;
    for (let count = 0; count < 1000; count += 1) {
      budget.deposit("https://a.example");
      for (let ask = 0; ask < 2; ask += 1) if (budget.withdraw("https://a.example")) retries += 1;
    }
    expect(retries).toBeLessThanOrEqual(210);
    expect(retries).toBeGreaterThan(190);
  });

  it("grows by one a second, keeps origins apart and forgets old ones", () => {
    let now = 0;
    const budget = new RetryBudget(() => now);
    while (budget.withdraw("https://a.example"));
    expect(budget.withdraw("https://b.example")).toBe(true);
    now += 1000;
    expect([budget.withdraw("https://a.example"), budget.withdraw("https://a.example")]).toEqual([
      true,
      false,
    ]);
    now -= 60_000;
    expect(budget.withdraw("https://a.example")).toBe(false);
    for (let count = 0; count < 1001; count += 1) budget.deposit(`https://${count}.example`);
    expect(budget.withdraw("https://a.example")).toBe(true);
  });
});
