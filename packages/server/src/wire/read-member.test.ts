import { check, dataRequest } from "@wellhead/contract";
import { pick } from "@wellhead/test-support/json/pick";
import { expect, test } from "vitest";
import { isJsonObject, readCount, readId, readObject } from "./parse-body.js";

/** Returns the samples of a schema, which its type does not declare. */
function samplesOf(name: string): unknown[] {
  const samples = pick(dataRequest, name);
  return Array.isArray(samples) ? samples : [];
}

test("the readers take every example of the contract and refuse every anti-example", () => {
  const read = (body: unknown): boolean => {
    if (!isJsonObject(body)) return false;
    try {
      readObject(body, "account");
      readObject(body, "filter");
      readCount(body, "limit");
      readCount(body, "skip");
      return readId(body, "source") !== undefined;
    } catch {
      return false;
    }
  };
  const samples: unknown[] = [
    ...samplesOf("examples"),
    ...samplesOf("antiExamples").map((sample) => pick(sample, "value")),
    ...[0, 7, "7", "", null].map((limit) => ({ source: "a", limit })),
    ...[-1, 1.5, "x", "-1", true, [], {}].map((skip) => ({ source: "a", skip })),
  ];
  for (const sample of samples)
    expect([sample, read(sample)]).toStrictEqual([sample, check(dataRequest, sample).ok]);
});

test("`readCount()` reads counts no row source reaches", () => {
  expect(readCount({ limit: "9".repeat(30) }, "limit")).toBe(Number.MAX_SAFE_INTEGER);
  expect(() => readCount({ limit: Number.POSITIVE_INFINITY }, "limit")).toThrow("expected a whole number");
});
