import { configureEgress } from "@wellhead/runtime";
import { StrictProvider } from "@wellhead/test-support/oauth/strict-provider";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openOAuthApp } from "../../../test/oauth-app.js";
import { AuditLog, type AuditRecord } from "./audit-log.js";

let provider: StrictProvider;
let address: string;

beforeEach(async () => {
  configureEgress({ allow: "127.0.0.1/32:*" });
  provider = new StrictProvider();
  address = await provider.listen();
});
afterEach(() => provider.close());

test("sign-ins and refreshes are written, each as one line, without a secret", async () => {
  const { app, call, lines } = await openOAuthApp({ provider: address });
  const callback_uri = "https://platform.example/callback";
  const audited = (): readonly unknown[] =>
    lines.flatMap((line) => {
      // The service writes lines as JSON objects.
      const { audit } = JSON.parse(line) as { readonly audit?: object };
      return audit === undefined ? [] : [audit];
    });
  await call("/oauth2/v1/authorize", { callback_uri, state: "state-canary" });
  await call("/oauth2", { fields: { callback_uri }, code: "code-canary", state: "state-canary" });
  const spent = provider.grant();
  const account = (refreshToken: string) => ({
    id: "oauth2",
    fields: {
      access_token: "access-canary",
      refresh_token: refreshToken,
      expires_on: "2020-01-01T00:00:00.000Z",
    },
  });
  await call("/validate", account(spent));
  await call("/validate", account("refresh-canary"));
  const facts = { connector: "tracker", address: "127.0.0.1" };
  expect(audited()).toMatchObject([
    { event: "sign_in_begun", ...facts },
    { event: "sign_in_refused", ...facts, code: expect.any(String) },
    { event: "account_refreshed", ...facts, outcome: "refreshed" },
    { event: "account_revoked", ...facts, outcome: "refused" },
  ]);
  for (const secret of ["canary", spent]) expect(JSON.stringify(audited())).not.toContain(secret);
  await app.close();
});

test("`AuditLog` writes at most 600 refusals a minute and says how many it left out", () => {
  const lines: AuditRecord[] = [];
  let now = 0;
  const audit = new AuditLog(
    (line) => lines.push(line),
    () => new Date(now),
  );
  for (let count = 0; count < 10_000; count += 1) audit.write("caller_refused", { requestId: String(count) });
  expect(lines).toHaveLength(600);
  audit.write("sign_in_begun", { requestId: "a" });
  expect(lines).toHaveLength(601);
  now += 60_000;
  audit.write("caller_refused", { requestId: "b" });
  expect(lines.at(-1)).toEqual({
    time: "1970-01-01T00:01:00.000Z",
    event: "caller_refused",
    requestId: "b",
    dropped: 9400,
  });
});
