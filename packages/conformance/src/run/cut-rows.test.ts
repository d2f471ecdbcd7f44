import { afterEach, expect, test } from "vitest";
import { rightToken } from "../fixtures/reference-application.js";
import { type Reference, startReference } from "../fixtures/start-reference.js";
import { runConformance } from "./run-conformance.js";

const account = { auth: "token", token: rightToken, site: "ada" };
const only = ["data.apart", "data.again"];
const started: Reference[] = [];

afterEach(async () => {
  for (const server of started.splice(0)) await server.close();
});

/** Judges a correct connector that fails after half of the rows at one request for them, and says so. */
async function judgeCutAt(at: number) {
  let count = 0;
  const server = await startReference({
    change: (answer, { method, path }) => {
      if (method !== "POST" || path !== "/" || answer.status !== 200) return;
      count += 1;
      if (count !== at) return;
      const bytes = Buffer.from(answer.body);
      Object.assign(answer, { body: bytes.subarray(0, bytes.length / 2), streamed: true, cut: true });
    },
  });
  started.push(server);
  const { results } = await runConformance(server.url, { account, only, profile: "all" });
  return { count, failed: results.filter(({ verdict }) => verdict === "fail").map(({ id }) => id) };
}

test("requests whose rows end early are not taken for those of somebody else", async () => {
  const { count, failed } = await judgeCutAt(0);
  expect(failed).toEqual([]);
  expect(count).toBeGreaterThan(8);
  for (let at = 1; at <= count; at += 1) expect((await judgeCutAt(at)).failed, `request ${at}`).toEqual([]);
});
