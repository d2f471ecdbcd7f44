import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runWellhead } from "../../test/run-wellhead.js";

const execute = promisify(execFile);
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "wellhead-completion-"));
  await mkdir(join(folder, "files"));
  await writeFile(join(folder, "files", "tea orders.csv"), "");
  for (const shell of ["bash", "zsh", "fish"]) {
    const { stdout } = await runWellhead(["completion", shell]);
    await writeFile(join(folder, shell), stdout);
  }
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** What each shell suggests for the last word of a command line. */
const shells: Readonly<Record<string, (words: readonly string[]) => Promise<string>>> = {
  // Bash takes "=" for a word of its own, as COMP_WORDBREAKS says.
  bash: async (words) => {
    const split = words.flatMap((word) => (word.startsWith("--") ? word.split(/(?==)|(?<==)/) : [word]));
    const list = split.map((word) => `'${word}'`).join(" ");
    const script = `source ./bash; cd files; COMP_WORDS=(${list}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _wellhead; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return (await execute("bash", ["--norc", "-c", script], { cwd: folder })).stdout;
  },
  // Only an interactive zsh completes: Control-D lists what it would insert, Control-U clears the line.
  zsh: async (words) => {
    const script = `
      zmodload zsh/zpty
      zpty shell TERM=dumb zsh -f -i
      # The prompt shows that the editor has the keyboard; its text is not in the line that sets it.
      zpty -w shell 'autoload -Uz compinit && compinit -u -D; source ./zsh; cd files; PS1="%(?.read.)y-zle "'
      zpty -r -m shell text '*ready-zle*'
      zpty -w -n shell "${words.join(" ")}"$'\\x04'
      zpty -w -n shell $'\\x15print end-$((1+1))\\n'
      zpty -r -m shell text '*end-2*'
      print -r -- "$text"`;
    return (await execute("zsh", ["-f", "-c", script], { cwd: folder })).stdout;
  },
  fish: async (words) => {
    const script = `source ../fish; complete -C '${words.join(" ")}'`;
    const env = { ...process.env, HOME: folder };
    return (await execute("fish", ["-N", "-c", script], { cwd: join(folder, "files"), env })).stdout;
  },
};

/** All shells only in the long form: each suggestion starts an interactive one, which takes long with zsh. */
const tried = process.env["WELLHEAD_LONG"] === undefined ? ["bash", "fish"] : Object.keys(shells);

describe.each(tried)("the completion of %s", (shell) => {
  const complete = (...words: string[]): Promise<string> =>
    shells[shell]?.(["wellhead", ...words]) ?? Promise.resolve("");

  test("suggests commands, options, values, names and files", async () => {
    const commands = await complete("");
    for (const name of ["serve", "pull", "completion"]) expect(commands).toContain(name);
    expect(await complete("ins")).toContain("inspect");
    expect(await complete("ins")).not.toContain("serve");
    expect(await complete("pull", "--keep")).toContain("--keep-partial");
    const formats = await complete("sql", "--format", "");
    for (const format of ["table", "csv", "json", "ndjson"]) expect(formats).toContain(format);
    expect(await complete("serve", "--log-level=si")).toContain("silent");
    expect(await complete("serve", "post")).toContain("postgres");
    expect(await complete("pull", "-o", "te")).toMatch(/tea\\? orders\.csv/);
    expect(await complete("serve", "te")).toMatch(/tea\\? orders\.csv/);
    expect(await complete("dates", "--now", "te")).not.toContain("orders");
  });
});

test("`wellhead completion` refuses a shell that it does not know", async () => {
  const run = await runWellhead(["completion", "zhs"]);
  expect(run).toMatchObject({ code: 2, stdout: "" });
  expect(run.stderr).toContain('expected bash, zsh or fish, got "zhs". Did you mean "zsh"?');
});
