import { defineConnector, fields, password, type Source, text } from "@wellhead/sdk";
import { guardedConnector } from "@wellhead/test-support/services/guarded-connector";
import { expect, test, vi } from "vitest";
import { readActivity } from "../../../test/activity.js";
import { canaries, formsOf } from "../../../test/secret-forms.js";
import { adminToken, type StartedApp, startApp } from "../../../test/start-app.js";

const patient = { timeout: 20_000, interval: 50 };

const never = new Promise<Record<string, Source>>(() => {
  // Never resolves.
});

/** Returns a connector that waits, before it knows the account or after. Its sources have the names of secrets. */
function waiting() {
  const names = canaries.flatMap((key) => formsOf(key));
  return defineConnector({
    id: "waiting",
    name: "Waiting",
    version: "1",
    description: "Waits",
    accounts: { keyed: fields({ title: "Key", fields: { key: password(), user: text() } }) },
    sources: (source) =>
      Object.fromEntries(
        names.map((name) => [
          name,
          source({
            name: "Rows",
            async *rows({ signal }) {
              yield [{ id: 1 }];
              await new Promise((resolve) => {
                signal.addEventListener("abort", resolve);
              });
            },
          }),
        ]),
      ),
  });
}

test("no secret of a request is shown in any encoding, as an id of the request or of the source", async () => {
  const started = await startApp([waiting()], {
    admin: { port: 0 },
    limits: { drainDelay: 0, drainTimeout: 0 },
  });
  const forms = canaries.flatMap((key) => formsOf(key).map((form) => ({ key, form })));
  const answers = forms.map(({ key, form }) =>
    started
      .post(
        "/",
        { source: form, account: { auth: "keyed", key, user: "ada" } },
        { "x-request-id": `id:${form.replaceAll(/[^\w+/=.:@-]/g, "")}:end` },
      )
      .catch(() => undefined),
  );
  await vi.waitFor(async () => {
    const activity = await readActivity(started.adminUrl);
    expect(activity.counts.streams).toBe(forms.length);
    expect(activity.requests.map(({ rows }) => rows)).toEqual(forms.map(() => 1));
  }, patient);
  const shown = await (
    await fetch(`${started.adminUrl}/activity`, {
      headers: { authorization: `Bearer ${adminToken}` },
    })
  ).text();
  expect(forms.filter(({ form }) => shown.includes(form)).map(({ form }) => form)).toEqual([]);
  // They are listed, so the secrets are missing because they were removed.
  expect(shown.match(/"id":"id:/g)).toHaveLength(forms.length);
  expect(shown).toContain('"source":"[secret]"');
  await started.app.close();
  await Promise.all(answers);
});

test("the id that a caller gave a request is hidden until the secrets of its account are known", async () => {
  const started = await startApp(
    [
      defineConnector({
        id: "slow",
        name: "Slow",
        version: "1",
        description: "Does not know its sources",
        discover: () => never,
      }),
    ],
    { admin: { port: 0 }, limits: { drainDelay: 0, drainTimeout: 0 } },
  );
  const account = { auth: "none", token: "canary" };
  const own = started.post("/", { source: "rows", account }).catch(() => undefined);
  const given = started
    .post("/", { source: "rows", account }, { "x-request-id": "canary" })
    .catch(() => undefined);
  await vi.waitFor(async () => {
    const { requests } = await readActivity(started.adminUrl);
    expect(requests).toHaveLength(2);
    expect(new Set(requests.map(({ id }) => id?.length))).toEqual(new Set([36, undefined]));
    expect(requests.map(({ source }) => source)).toEqual([null, null]);
  }, patient);
  await started.app.close();
  await Promise.all([own, given]);
});

test("an account that is rejected is listed under a digest of its own until it works", async () => {
  const start = () =>
    startApp([guardedConnector()], {
      admin: { port: 0 },
      limits: { drainDelay: 0 },
      accounts: { secret: "0123456789abcdef0123456789abcdef" },
    });
  const [started, replica] = await Promise.all([start(), start()]);
  const sign = async (service: StartedApp, user: string, secret: string) =>
    (
      await service.post("/validate", {
        id: "database",
        fields: { host: "db.example", user, password: secret },
      })
    ).status;
  expect(await sign(started, "ada", "canary-1")).toBe(401);
  expect(await sign(started, "ada", "canary-2")).toBe(401);
  expect(await sign(started, "eve", "canary-1")).toBe(401);
  expect(await sign(replica, "ada", "canary-3")).toBe(401);
  const { failingAccounts } = await readActivity(started.adminUrl, "wait");
  expect(failingAccounts).toMatchObject([
    { connector: "guarded", failures: 1 },
    { connector: "guarded", failures: 2 },
  ]);
  const [eve, ada] = failingAccounts.map(({ account }) => account);
  expect(ada).toMatch(/^[\w-]{8}$/);
  expect(ada).not.toBe(eve);
  // Replicas with the same secret have the same digest.
  expect((await readActivity(replica.adminUrl)).failingAccounts).toMatchObject([
    { account: ada, failures: 1 },
  ]);
  expect(JSON.stringify(failingAccounts)).not.toMatch(/canary|ada|eve|example/);
  expect(await sign(started, "ada", "right")).toBe(200);
  const now = (await readActivity(started.adminUrl, "rows")).failingAccounts;
  expect(now.map(({ account }) => account)).toEqual([eve]);
  await Promise.all([started.app.close(), replica.app.close()]);
});
