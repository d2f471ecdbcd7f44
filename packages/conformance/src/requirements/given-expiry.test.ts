import { afterEach, expect, test } from "vitest";
import { type Reference, startReference } from "../fixtures/start-reference.js";
import { runConformance } from "../run/run-conformance.js";

const hourMs = 3_600_000;
const started: Reference[] = [];

afterEach(async () => {
  for (const server of started.splice(0)) await server.close();
});

/** Judges a connector that refreshes the account it is given, and says when the new token expires. */
async function judge(expiry: object, readOnly = false) {
  const server = await startReference({
    change: (answer, { method, path }) => {
      const account = { name: "Ada", access_token: "new-access-token", ...expiry };
      const body = JSON.stringify(path === "/validate" ? account : []);
      if (method === "POST") Object.assign(answer, { status: 200, headers: {}, body });
    },
  });
  started.push(server);
  const account = { auth: "oauth2", access_token: "old-access-token", refresh_token: "old-refresh-token" };
  const options = { account, readOnly, only: ["oauth2.expires-on"], profile: "v2" } as const;
  const { results } = await runConformance(server.url, options);
  return results.find(({ id }) => id === "oauth2.expires-on");
}

test("new tokens that have expired are reported without a provider of the suite's own", async () => {
  // Local time that is labelled as UTC.
  const expiry = new Date(Date.now() - 4 * hourMs).toISOString();
  const found = await judge({ expires_on: expiry });
  expect(found).toMatchObject({ verdict: "fail" });
  expect(found?.detail).toContain(`a new access token with the expiry "${expiry}", which is in the past`);
  expect(JSON.stringify(found)).not.toContain("new-access-token");
  expect(await judge({ expire_on: expiry })).toMatchObject({ verdict: "fail" });
});

test("new tokens that expire later, or never, are not, and an account that may only be read is left alone", async () => {
  const expired = { expires_on: new Date(Date.now() - hourMs).toISOString() };
  for (const [expiry, readOnly] of [
    [{ expires_on: new Date(Date.now() + hourMs).toISOString() }, false],
    [{}, false],
    [expired, true],
    [{ ...expired, access_token: "old-access-token" }, false],
  ] as const)
    expect(await judge(expiry, readOnly)).toMatchObject({ verdict: "not-applicable" });
});
