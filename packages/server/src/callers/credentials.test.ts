import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { ask, raw, rows, start, stopAll } from "../../test/start-guarded.js";

afterEach(stopAll);

const first = "b1946ac92492d2347c6235b4d2611184c0ffee00";
const second = "591785b794601e212b260e25925636fdc0ffee00";
const sha256 = (text: string) =>
  execFileSync("openssl", ["dgst", "-sha256", "-r"], { input: text }).toString().split(" ")[0] ?? "";

describe("bearer tokens", () => {
  test("every path asks for one; several are good, one of them stored as a digest", async () => {
    const { url, lines } = await start({ tokens: [`platform=sha256:${sha256(first)}`, second] });
    const statusOf = async (authorization?: string | readonly string[], path = "/") =>
      (await ask(`${url}${path}`, { ...(authorization !== undefined && { headers: { authorization } }) }))
        .status;
    expect(await statusOf(`Bearer ${first}`)).toBe(200);
    expect(await statusOf(`bearer   ${second} `)).toBe(200);
    for (const path of ["/", "/logo", "/openapi.json", "/nowhere", "/moons/", "//", "/%2e/"])
      expect(await statusOf(undefined, path), path).toBe(401);
    for (const wrong of [
      "",
      "Bearer",
      first,
      `Bearer ${first}x`,
      `Bearer ${first.toUpperCase()}`,
      `Bearer ${first} ${second}`,
      `Bearer ${first}, Bearer ${second}`,
      `Basic ${Buffer.from(`:${first}`).toString("base64")}`,
      `Bearer sha256:${sha256(first)}`,
      `Bearer ${"a".repeat(8000)}`,
    ])
      expect(await statusOf(wrong), wrong.slice(0, 40)).toBe(401);
    const refused = lines.filter((line) => line.includes("caller_refused"));
    expect(refused[0]).toContain('"code":"caller_unauthorized"');
    expect(lines.join("\n")).not.toContain(first);
  });

  test("credentials that are not a bearer token get another reason than an unknown token", async () => {
    const { url } = await start({ tokens: [first] });
    const reasonOf = async (authorization: string) => (await ask(url, { headers: { authorization } })).text;
    expect(await reasonOf("Bearer unknown")).toContain("the bearer token is not known");
    for (const other of ["Basic YWRhOnNlY3JldA==", "Digest username=ada", first, "Bearer", "Bearer a b"])
      expect(await reasonOf(other), other).toContain("expected Authorization with the word Bearer");
  });

  test("two Authorization headers are refused, whichever comes first", async () => {
    const { url } = await start({ tokens: [first] });
    const right = `authorization: Bearer ${first}`;
    const wrong = "Authorization: Bearer other";
    const head = ["GET / HTTP/1.1", "host: 127.0.0.1", "connection: close"];
    expect(await raw(url, [...head, right])).toContain("200");
    for (const pair of [
      [right, wrong],
      [wrong, right],
      [right, right],
    ])
      expect(await raw(url, [...head, ...pair])).toContain("401");
    for (const folded of ["authorization : Bearer x", "\tauthorization: Bearer x"])
      expect(await raw(url, [...head, folded])).toContain("400");
  });

  test("a refusal names the scheme and closes the connection", async () => {
    const { url } = await start({ tokens: [first] });
    const answer = await fetch(url, { method: "POST", body: rows });
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    expect(answer.headers.get("connection")).toBe("close");
    expect(await answer.json()).toMatchObject({ code: "caller_unauthorized", status: 401 });
  });

  test("a refusal is audited with its reason; who guesses has to wait, who sends no credentials does not", async () => {
    const audit: object[] = [];
    const { url, adminUrl } = await start(
      { tokens: [first] },
      {
        now: () => new Date(0),
        failures: { caller: 2 },
        audit: (record) => audit.push(record),
        admin: { port: 0 },
        limits: { drainDelay: 0 },
      },
    );
    const send = async (headers: Record<string, string> = {}) => {
      const { status, headers: sent } = await fetch(url, { headers });
      return [status, sent.get("www-authenticate"), sent.get("connection")];
    };
    const refused = [401, "Bearer", "close"];
    const wrong = { authorization: "Bearer guess" };
    for (let count = 0; count < 3; count += 1) expect(await send()).toEqual(refused);
    for (let count = 0; count < 2; count += 1) expect(await send(wrong)).toEqual(refused);
    expect(await send(wrong)).toEqual([429, null, "close"]);
    // Another refusal than that of credentials is no guess.
    expect(await send({ ...wrong, origin: "https://evil.example" })).toEqual([403, null, "close"]);
    const record = (event: string, code: string, reason: string) => ({
      event,
      code,
      reason: expect.stringContaining(reason),
      address: "127.0.0.1",
      requestId: expect.any(String),
    });
    expect(audit.slice(2)).toMatchObject([
      record("caller_refused", "caller_unauthorized", "expected a bearer token"),
      record("caller_refused", "caller_unauthorized", "the bearer token is not known"),
      record("caller_refused", "caller_unauthorized", "the bearer token is not known"),
      record("caller_throttled", "rate_limited", "the bearer token is not known"),
      record("caller_refused", "caller_forbidden", "a web page of another site"),
    ]);
    const metrics = await (await fetch(`${adminUrl}/metrics`)).text();
    expect(metrics).toMatch(/^wellhead_throttled_total\{[^}]*level="caller"\} 1$/m);
  });

  test("who guesses makes callers at other addresses wait for nothing", async () => {
    const { url } = await start(
      { tokens: [first], proxies: ["127.0.0.1"] },
      { now: () => new Date(0), failures: { caller: 1 } },
    );
    const guess = async (address: string) => {
      const headers = { authorization: "Bearer guess", "x-forwarded-for": address };
      return (await ask(url, { headers })).status;
    };
    const statuses: number[] = [];
    for (const end of [1, 1, 1, 2, 2]) statuses.push(await guess(`203.0.113.${end}`));
    expect(statuses).toEqual([401, 429, 429, 401, 429]);
  });

  test("the description is public when configured so, and nothing else is", async () => {
    const { url } = await start({ tokens: [first], publicDescription: true });
    for (const path of ["/", "/moons", "/moons/", "/?a=b"])
      expect((await ask(`${url}${path}`)).status, path).toBe(200);
    expect((await ask(`${url}/logo`)).status).not.toBe(401);
    for (const path of ["/openapi.json", "/logo/../openapi.json", "/moons/schema", "/logo%2f..%2fdata"])
      expect((await ask(`${url}${path}`)).status, path).toBe(401);
    expect((await ask(url, { method: "POST", body: rows })).status).toBe(401);
  });

  test("a file of tokens is read again, and a broken one leaves the ones before in use", async () => {
    const folder = await mkdtemp(join(tmpdir(), "tokens-"));
    const tokensFile = join(folder, "tokens");
    try {
      await writeFile(tokensFile, `# rotated in spring\nold=${first}\n`);
      const { url, app, lines } = await start({ tokensFile });
      const works = async (token: string) =>
        (await ask(url, { headers: { authorization: `Bearer ${token}` } })).status === 200;
      expect([await works(first), await works(second)]).toEqual([true, false]);
      await writeFile(tokensFile, `old=${first}\nnew=sha256:${sha256(second)}\n`);
      app.reload();
      expect([await works(first), await works(second)]).toEqual([true, true]);
      for (const broken of ["short\n", ""]) {
        await writeFile(tokensFile, broken);
        app.reload();
        expect([await works(first), await works(second)]).toEqual([true, true]);
      }
      expect(lines.filter((line) => line.includes("Could not reload tokens"))).toHaveLength(2);
      await writeFile(tokensFile, second);
      app.reload();
      expect([await works(first), await works(second)]).toEqual([false, true]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
