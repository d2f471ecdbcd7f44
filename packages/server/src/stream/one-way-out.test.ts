import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Files that end something other than a stream of rows, or that implement the end of one. */
const allowed = [
  "callers/caller-guard.ts",
  "console/console-data.ts",
  "console/outgoing.ts",
  "fastify/admin-server.ts",
  "fastify/answer-server-error.ts",
  "fastify/send-answer.ts",
  "isolate/forward-request.ts",
  "observe/telemetry/request-span.ts",
  "stream/end-stream.ts",
  "stream/response-sink.ts",
  "stream/rows/segments.ts",
];

test("only one module ends a stream of rows, and only it is given a verdict", () => {
  const ending = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .filter((file) => /\.(?:end|cut)\(|\.pipe\(/.test(readFileSync(`${root}/${file}`, "utf8")));
  expect(ending.toSorted((left, right) => left.localeCompare(right))).toStrictEqual(allowed);
});
