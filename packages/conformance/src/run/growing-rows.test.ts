import { afterEach, expect, test } from "vitest";
import { rightToken } from "../fixtures/reference-application.js";
import { rows } from "../fixtures/reference-rows.js";
import { type Reference, startReference } from "../fixtures/start-reference.js";
import { runConformance } from "./run-conformance.js";

const account = { auth: "token", token: rightToken, site: "ada" };
const only = ["data.everything", "filters.forgotten", "data.apart"];
const started: Reference[] = [];

afterEach(async () => {
  for (const server of started.splice(0)) await server.close();
});

/** Judges a correct connector that gets a row after every few requests for rows. */
async function judge(every: number) {
  const growing = [...rows];
  let count = 0;
  const server = await startReference({
    rows: growing,
    change: (_answer, { method, path }) => {
      if (method !== "POST" || path !== "/") return;
      count += 1;
      const last = growing[growing.length - (count % 5) - 1];
      if (count % every === 0 && last) growing.push({ ...last, id: `late-${count}` });
    },
  });
  started.push(server);
  const { results } = await runConformance(server.url, { account, only, profile: "v2" });
  return results.filter(({ id }) => only.includes(id)).map(({ verdict, detail }) => [verdict, detail]);
}

test.each([5, 6, 7, 8, 9, 11, 13])(
  "a source that gets a row after every %i requests is right",
  async (every) => {
    expect(await judge(every)).toEqual(only.map(() => ["pass", ""]));
  },
);
