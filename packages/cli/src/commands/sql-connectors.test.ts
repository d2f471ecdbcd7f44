import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type ForeignAnswers,
  type ForeignConnector,
  startForeignConnector,
} from "@wellhead/test-support/services/foreign-connector";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runWellhead } from "../../test/run-wellhead.js";

let folder = "";
const connectors: ForeignConnector[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "wellhead-sql-"));
});
afterEach(async () => {
  await Promise.all(connectors.splice(0).map((connector) => connector.close()));
  await rm(folder, { recursive: true });
});

async function start(answers: ForeignAnswers): Promise<ForeignConnector> {
  const connector = await startForeignConnector(answers);
  connectors.push(connector);
  return connector;
}

const sql = (statement: string, ...words: string[]) =>
  runWellhead(["sql", statement, ...words], { directory: folder });
const ndjson = (text: string) => (response: ServerResponse) =>
  response.setHeader("content-type", "application/x-ndjson").end(text);
const sourceOf = (id: string, columns: Readonly<Record<string, string>>, filter: readonly object[] = []) => ({
  id,
  name: id,
  description: "",
  filter,
  fields: Object.fromEntries(
    Object.entries(columns).map(([name, type], order) => [name, { id: name, type, order }]),
  ),
});

describe("wellhead sql", () => {
  test("queries files and the connectors of wellhead.config.ts without a service, and reads accounts from variables", async () => {
    await writeFile(join(folder, "cities.csv"), "name,people\nDelft,104000\nLeiden,130000\n");
    const bySource = await sql("select sum(people) as people from c.cities", "-c", "c=./cities.csv");
    expect(bySource).toEqual({ code: 0, stdout: '{"people":234000}\n', stderr: "" });
    await writeFile(join(folder, "wellhead.config.mjs"), 'export default { connectors: ["./cities.csv"] };');
    expect((await sql("select max(people) as people from cities.cities")).stdout).toBe('{"people":130000}\n');

    const validate = (response: ServerResponse) => response.end('{"token":"new"}');
    const application = {
      authentication: [{ id: "token", name: "Token", fields: [] }],
      sources: [sourceOf("t", { n: "number" })],
    };
    const connector = await start({ application, validate, rows: ndjson('{"n":1}\n') });
    const words = ["sql", "select n from c.t", "-c", `c=${connector.url}`, "--account", "env:C_ACCOUNT"];
    const env = { C_ACCOUNT: '{"token":"old-secret"}' };
    const run = await runWellhead(words, { directory: folder, env });
    expect(run).toMatchObject({ code: 0, stdout: '{"n":1}\n' });
    expect(run.stderr).toContain("Could not store the changed account");
    expect(connector.bodies.get("/validate")?.[0]).toMatchObject({ fields: { token: "old-secret" } });
    const broken = await runWellhead(words, { directory: folder, env: { C_ACCOUNT: "old-secret" } });
    expect(broken).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("in the variable C_ACCOUNT") as string,
    });
    expect(broken.stderr).not.toContain("old-secret");
  });

  test("fills a required filter from a join, lists the requests before they are made, and refuses too many", async () => {
    const connector = await start({
      application: {
        sources: [
          sourceOf("accounts", { id: "number" }),
          sourceOf("contacts", { account_id: "number", email: "text" }, [
            { id: "account_id", title: "Account", type: "number" },
          ]),
        ],
      },
      rows: (response, { source, filter }) => {
        // The command sends an object.
        const { account_id: id } = filter as { account_id?: number };
        const rows =
          source === "accounts" ? [1, 2].map((n) => ({ id: n })) : [{ account_id: id, email: `e${id}` }];
        ndjson(rows.map((row) => JSON.stringify(row)).join("\n"))(response);
      },
    });
    const statement = "select c.email from s.accounts a join s.contacts c on c.account_id = a.id order by 1";
    const words = ["-c", `s=${connector.url}`];
    const { stdout: plan } = await sql(statement, ...words, "--explain");
    expect(plan).toContain('POST / {"source":"contacts","filter":{"account_id":"…"}}');
    expect(plan).toContain('filter "account_id" gets the values of a.id\n');
    expect(plan).toContain("one request for each distinct value, at most 100 (--max-requests)");
    const { stdout: counted } = await sql(
      "select 1 from s.contacts where account_id in (1, 2, 3)",
      ...words,
      "--explain",
    );
    expect(counted).toContain("makes 3 requests\n");
    expect(connector.bodies.has("/")).toBe(false);
    expect(await sql(statement, ...words, "--max-requests", "1")).toEqual({
      code: 11,
      stdout: "",
      stderr:
        'Could not read s."contacts": the join needs 2 requests to fill its filter "account_id", more than the maximum of 1. Narrow the statement, or allow them with --max-requests 2.\n',
    });
    expect((await sql(statement, ...words)).stdout).toBe('{"email":"e1"}\n{"email":"e2"}\n');
  });
});
