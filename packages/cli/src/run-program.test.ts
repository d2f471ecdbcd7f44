import { readFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { startForeignConnector } from "@wellhead/test-support/services/foreign-connector";
import { describe, expect, test } from "vitest";
import { runWellhead } from "../test/run-wellhead.js";
import { finish, startWellhead } from "../test/start-wellhead.js";
import { exitCodes } from "./command-line/exit-codes.js";

describe("wellhead", () => {
  test("prints its help, with every command and every exit code", async () => {
    const run = await runWellhead(["--help"]);
    expect(run).toMatchObject({ code: 0, stderr: "" });
    for (const { code, meaning } of Object.values(exitCodes)) {
      expect(run.stdout).toContain(`  ${String(code).padEnd(3)}  ${meaning}\n`);
    }
  });

  test("says what it is and what to try, to standard error, when nothing is asked", async () => {
    const run = await runWellhead([]);
    expect(run).toMatchObject({ code: 2, stdout: "" });
    expect(run.stderr).toMatch(
      /^Wellhead puts data sources.*\n\nTry here\n(?: {2}# .*\n {2}.*wellhead .*\n){3}/,
    );
  });

  test("prints the version of the package", async () => {
    const manifest: unknown = JSON.parse(await readFile(new URL("../package.json", import.meta.url), "utf8"));
    const run = await runWellhead(["--version"]);
    expect(manifest).toMatchObject({ version: run.stdout.trim() });
  });

  test.each(["serve", "pull", "inspect", "dates"])("prints the help of %s", async (name) => {
    const [flag, word] = await Promise.all([runWellhead([name, "--help"]), runWellhead(["help", name])]);
    expect(flag).toMatchObject({ code: 0, stderr: "" });
    expect(flag.stdout).toContain(`wellhead ${name}`);
    expect(word).toEqual(flag);
  });

  test.each([
    ["an unknown command", ["pul"], 'Did you mean "pull"?'],
    ["an unknown option", ["dates", "TODAY", "--zome", "Z"], 'Did you mean "--zone"?'],
    ["an option without its value", ["dates", "TODAY", "--zone"], "expected <zone>"],
    ["an option swallowing another", ["dates", "TODAY", "--zone", "--json"], "expected <zone>"],
    ["a value for a switch", ["dates", "TODAY", "--json=yes"], "it does not take a value"],
    ["an option twice", ["dates", "TODAY", "--zone", "Z", "--zone", "Z"], "twice"],
    ["too few operands", ["pull", "http://127.0.0.1"], "wellhead pull <url> <source>"],
    ["too many operands", ["inspect", "a", "b"], '"b"'],
  ])("refuses %s", async (_, words, reason) => {
    const run = await runWellhead(words);
    expect(run).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(reason) as string });
  });

  // Clears the screen, renames the window, moves up a line, and reverses the text.
  const hostile = "no such table \u001b[2J\u001b]0;owned\u0007\u009b1A\r\u202eabc";
  const refuse = (response: ServerResponse) =>
    response.writeHead(400).end(JSON.stringify({ message: hostile }));
  const mark = (response: ServerResponse) =>
    response.end(JSON.stringify([{ id: 1 }, { __streamError: { message: hostile } }]));

  test.each([
    ["a refusal", "pull", refuse],
    ["a marked stream", "pull", mark],
    ["a marked stream", "sql", mark],
  ])("escapes what a terminal would interpret in %s that %s reports", async (_, name, rows) => {
    const { url, close } = await startForeignConnector({ rows });
    const query = ["sql", "select * from c.things", "--connect", `c=${url}`];
    const run = await runWellhead(name === "sql" ? query : ["pull", url, "things"]);
    await close();
    expect(run.code).not.toBe(0);
    expect(run.stderr).toContain("no such table \\u001b[2J\\u001b]0;owned\\u0007\\u009b1A\\u000d\\u202eabc");
    expect(run.stderr).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
  });

  test("runs as a program", async () => {
    const run = await finish(startWellhead(["dates", "10 Jan 2017"]));
    expect(run).toMatchObject({ code: 0, stderr: "" });
    expect((await finish(startWellhead(["nothing"]))).code).toBe(2);
  });
});
