import { defineConnector } from "@wellhead/sdk";
import { expect, test } from "vitest";
import { startApp } from "../../test/start-app.js";

const row = { text: "x".repeat(1000) };

const sized = defineConnector({
  id: "sized",
  name: "Sized",
  version: "1",
  description: "Answers of every size",
  sources: (source) => ({
    small: source({ name: "Small", rows: () => [row] }),
    large: source({ name: "Large", rows: () => Array.from({ length: 100 }, () => row) }),
    slow: source({ name: "Slow", rows: () => [busyFor(3)] }),
  }),
});

/** Returns a row after this many milliseconds. */
function busyFor(milliseconds: number): object {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
  return row;
}

/** Returns the warnings about the responses of a service, and the message of each. */
async function warningsOf(sources: readonly string[], limits: object): Promise<readonly object[]> {
  const started = await startApp([sized], { limits });
  for (const source of sources) await (await started.post("/", { source })).text();
  await started.app.close();
  // Every line is the text of a record.
  return started.lines
    .map((line) => JSON.parse(line) as { level: string })
    .filter(({ level }) => level === "warn");
}

test("the log warns of a response that is as large as the operator says, with its facts", async () => {
  const warnings = await warningsOf(["small", "large"], {
    largeAnswerBytes: 100_000,
    slowAnswerTime: 600_000,
  });
  expect(warnings).toMatchObject([
    {
      message: "A response was large.",
      connector: "sized",
      details: {
        endpoint: "data",
        source: "large",
        rows: 100,
        bytes: JSON.stringify(Array.from({ length: 100 }, () => row)).length,
      },
    },
  ]);
});

test("the log warns of a response that takes as long as the operator says", async () => {
  const [warning, ...others] = await warningsOf(["slow"], { slowAnswerTime: 2 });
  expect(others).toEqual([]);
  expect(warning).toMatchObject({
    message: "A response was slow.",
    details: { source: "slow", rows: 1, callerMs: expect.any(Number) },
  });
});

test("the log warns of no response unless the operator says so", async () => {
  expect(await warningsOf(["small", "large", "slow"], {})).toEqual([]);
});
