import {
  accountInvalid,
  defineConnector,
  fields,
  inputInvalid,
  password,
  text,
  upstreamInvalid,
} from "@wellhead/sdk";
import { expect, test } from "vitest";
import { canaries, formsOf } from "../../../test/secret-forms.js";
import { startApp } from "../../../test/start-app.js";

/** Ways in which a careless author might leak a secret. */
function leak(secret: string, how: string): void {
  const all = formsOf(secret).join(" | ");
  const carrying = Object.assign(new Error(`nested ${all}`), {
    request: { headers: { authorization: all } },
  });
  if (how === "invalid") throw accountInvalid(`Sign in: refused ${all}`, { cause: carrying });
  if (how === "input") throw inputInvalid(`Read it: ${all}`, { field: secret });
  if (how === "upstream") throw upstreamInvalid(`It said ${all}`, { cause: carrying });
  if (how === "error") throw new Error(`Oops ${all}`, { cause: carrying });
  // oxlint-disable-next-line typescript/only-throw-error -- authors throw such things
  if (how === "object") throw { secret, all };
  // oxlint-disable-next-line typescript/only-throw-error -- authors throw such things
  throw all;
}

const ways = ["invalid", "input", "upstream", "error", "object", "text"];

function leaky() {
  return defineConnector({
    id: "leaky",
    name: "Leaky",
    version: "1",
    description: "Leaks what it can",
    accounts: {
      keyed: fields({
        title: "Key",
        fields: { how: text(), key: password(), user: text({ optional: true }) },
      }),
    },
    identify: async ({ account, log }) => {
      const key = account.key.reveal();
      log.info(`signing in with ${formsOf(key).join(" ")}`, {
        [key]: key,
        digits: Number(key) || 0,
        account: String(account.key),
      });
      leak(key, account.how);
      return { name: "never" };
    },
    timezone: async ({ account }) => {
      leak(account.key.reveal(), account.how);
      return "UTC";
    },
    sources: (source) => ({
      rows: source({
        name: "Rows",
        filter: {
          word: text({ optional: true }),
        },
        fields: async ({ account }) => {
          leak(account.key.reveal(), account.how);
          return {};
        },
        validateFilter: async ({ account, filter }) => {
          if (filter.word === "check") leak(account.key.reveal(), account.how);
        },
        async *rows({ account, log }) {
          yield [{ id: 1 }];
          log.warn(`about to fail ${account.key.reveal()}`);
          leak(account.key.reveal(), account.how);
        },
      }),
    }),
  });
}

test("no secret of a request leaves the service in any of eight encodings, whatever a connector does", async () => {
  const started = await startApp([leaky()], { admin: { port: 0 }, limits: { drainDelay: 0 } });
  const seen: string[] = [];
  const silent: string[] = [];
  for (const key of canaries) {
    for (const how of ways) {
      const account = { auth: "keyed", how, key, refresh_token: `r-${key}`, user: "ada" };
      const headers = { "x-request-id": key.replaceAll(/[^\w-]/g, "") };
      for (const [path, body] of [
        ["/validate", { id: "keyed", fields: account }],
        ["/", { source: "rows", account }],
        ["/schema", { source: "rows", account }],
        ["/validate/filter", { source: "rows", account, filter: { word: "check" } }],
        ["/timezone", { account }],
        ["/datalist?source=rows&field=word", account],
      ] as const) {
        const answer = await (await started.post(path, body, headers)).text();
        seen.push(answer.replaceAll(headers["x-request-id"], ""));
      }
    }
  }
  seen.push(...started.lines, await (await fetch(`${started.adminUrl}/metrics`)).text());
  await started.app.close();
  const everything = seen.join("\n");
  for (const key of canaries) {
    for (const form of formsOf(key)) if (everything.includes(form)) silent.push(form);
  }
  expect(silent).toStrictEqual([]);
  expect(everything).toContain("[secret]");
  // The lines were written, so the secrets are missing because they were removed.
  expect(started.lines.filter((line) => line.includes("signing in with")).length).toBe(
    canaries.length * ways.length,
  );
});

test("no name of an account holds part of a secret", async () => {
  const naming = defineConnector({
    id: "naming",
    name: "Naming",
    version: "1",
    description: "Names accounts",
    accounts: { keyed: fields({ title: "Key", fields: { key: password(), user: text(), shown: text() } }) },
    identify: async ({ account }) => ({
      name: account.shown.replace("KEY", account.key.reveal()),
      members: { key: account.key },
    }),
    sources: (source) => ({ rows: source({ name: "Rows", rows: () => [] }) }),
  });
  const started = await startApp([naming]);
  const status = async (key: string, user: string, shown: string) =>
    (await started.post("/validate", { id: "keyed", fields: { key, user, shown } })).status;
  expect(await status("sk-12345678abcd", "ada", "Key KEY")).toBe(500);
  expect(await status("sk-12345678abcd", "ada", "Key 5678abcd")).toBe(200);
  expect(await status("postgres", "postgres", "KEY at home")).toBe(200);
  const answer = await started.post("/validate", {
    id: "keyed",
    fields: { key: "k-1", user: "u", shown: "Ada" },
  });
  expect(await answer.json()).toStrictEqual({
    key: "k-1",
    user: "u",
    shown: "Ada",
    name: "Ada",
  });
  await started.app.close();
});
