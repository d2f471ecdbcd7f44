import { access, chmod, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
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
let connector: ForeignConnector | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "wellhead-pull-"));
});
afterEach(async () => {
  await connector?.close();
  connector = undefined;
  await rm(folder, { recursive: true });
});

async function pull(answers: ForeignAnswers, words: readonly string[] = []) {
  connector = await startForeignConnector(answers);
  return runWellhead(["pull", connector.url, "things", ...words], { directory: folder });
}

const body = (text: string) => (response: ServerResponse) => response.end(text);
const read = (name: string) => readFile(join(folder, name), "utf8");

describe("wellhead pull --account", () => {
  const application = { authentication: [{ id: "token", name: "Token", fields: [] }] };

  test("validates first, sends the validated account, and stores refreshed tokens in the file", async () => {
    const path = join(folder, "account.json");
    await writeFile(path, '{"token":"old"}');
    await chmod(path, 0o600);
    const validate = (response: ServerResponse) => response.end('{"name":"Ada","token":"new"}');
    const run = await pull({ application, validate, rows: body("[]") }, ["--account", "account.json"]);
    expect(run.code).toBe(0);
    const kind = { auth: "token", identifier: "token" };
    expect(connector?.bodies.get("/validate")).toEqual([{ id: "token", fields: { token: "old", ...kind } }]);
    expect(connector?.bodies.get("/")).toMatchObject([{ account: { token: "new", name: "Ada", ...kind } }]);
    expect(JSON.parse(await read("account.json"))).toMatchObject({ token: "new" });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  test("leaves the file alone when nothing but the name was answered", async () => {
    await writeFile(join(folder, "account.json"), '{"auth":"token","token":"old"}');
    await pull({ application, validate: body('{"name":"Ada"}'), rows: body("[]") }, [
      "--account",
      "account.json",
    ]);
    expect(await read("account.json")).toBe('{"auth":"token","token":"old"}');
    await expect(access(join(folder, "account.json"))).resolves.toBeUndefined();
  });

  test("stops when the account does not work, and prints no secret", async () => {
    await writeFile(join(folder, "account.json"), '{"token":"s3cret"}');
    const validate = (response: ServerResponse) =>
      response.writeHead(401).end('{"error":"The token was refused"}');
    const run = await pull({ application, validate, rows: body("[]") }, ["--account", "account.json"]);
    expect(run).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("The token was refused") as string,
    });
    expect(run.stderr).not.toContain("s3cret");
  });

  test("takes the account as it is with --no-validate", async () => {
    await writeFile(join(folder, "account.json"), '{"token":"old"}');
    const run = await pull({ application, rows: body("[]") }, ["--account", "account.json", "--no-validate"]);
    expect(run.code).toBe(0);
  });
});
