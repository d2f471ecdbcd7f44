import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectFiles, templates } from "./project-files.js";

const isLong = process.env["WELLHEAD_LONG"] !== undefined;

const run = promisify(execFile);
const modules = fileURLToPath(new URL("../../../node_modules", import.meta.url));
const program = fileURLToPath(new URL("../bin/create-wellhead.js", import.meta.url));

let folder: string;

function create(...words: readonly string[]): Promise<{ readonly stdout: string }> {
  return run(process.execPath, [program, ...words], { cwd: folder });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "create-wellhead-"));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe("create-wellhead", () => {
  it.runIf(isLong)("creates a project of each kind that compiles and passes its test", async () => {
    const projects = join(folder, "kinds");
    const kinds = Object.keys(templates);
    for (const kind of kinds) await create(join("kinds", kind), "--kind", kind, "--yes");
    await symlink(modules, join(projects, "node_modules"), "junction");
    // The compiler and the test runner start once for all projects, whose settings are the same.
    const [first, ...others] = await Promise.all(
      kinds.map((kind) => readFile(join(projects, kind, "tsconfig.json"), "utf8")),
    );
    for (const settings of others) expect(settings).toBe(first);
    await writeFile(
      join(projects, "tsconfig.json"),
      JSON.stringify({ extends: `./${kinds[0]}/tsconfig.json`, include: ["*/*.ts"] }),
    );
    await run(process.execPath, [join(modules, "typescript/bin/tsc"), "--noEmit"], { cwd: projects });
    const words = ["run", "--root", ".", "--no-isolate", "--maxWorkers=1"];
    const test = await run(process.execPath, [join(modules, "vitest/vitest.mjs"), ...words], {
      cwd: projects,
      env: { PATH: process.env["PATH"], NO_COLOR: "1" },
    });
    for (const kind of kinds) expect(test.stdout).toContain(`${kind}/connector.test.ts`);
    expect(test.stdout).toMatch(new RegExp(`Tests +${kinds.length} passed`));
  });

  it("creates a project that serves rows without a network, by the command of its README", async () => {
    await create("shop", "--kind", "rest", "--yes");
    const project = join(folder, "shop");
    await symlink(modules, join(project, "node_modules"), "junction");
    const [, words = ""] =
      /"wellhead serve (.*)"/.exec(await readFile(join(project, "package.json"), "utf8")) ?? [];
    const wellhead = join(modules, "@wellhead/cli/bin/wellhead.js");
    const service = spawn(process.execPath, [wellhead, "serve", ...words.split(" "), "--port", "0"], {
      cwd: project,
      stdio: ["ignore", "pipe", "ignore"],
    });
    try {
      const [banner] = await once(service.stdout.setEncoding("utf8"), "data");
      const [address = ""] = /http:\S+/.exec(String(banner)) ?? [];
      const readme = await readFile(join(project, "README.md"), "utf8");
      const [, body = ""] = /curl \S+ -H 'Content-Type: application\/json' -d '(.*)'/.exec(readme) ?? [];
      const response = await fetch(address, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
      expect(await response.json()).toMatchObject([
        { customer: "Ada" },
        { customer: "Grace" },
        { customer: "Edsger" },
      ]);
    } finally {
      service.kill();
      await once(service, "exit");
    }
  });

  it("allows no later major version of a package, which may need another Node", async () => {
    for (const kind of ["rest", "oauth2", "database", "files", "code"] as const) {
      const { "package.json": text } = await projectFiles({ kind, name: "x", manager: "pnpm" });
      const { dependencies, devDependencies } = JSON.parse(String(text)) as Record<string, object>;
      for (const range of Object.values({ ...dependencies, ...devDependencies }))
        expect(range).toMatch(/^\^\d/);
    }
  });

  it("says how to record with an account of each kind", async () => {
    const readmeOf = async (kind: "rest" | "oauth2") =>
      String((await projectFiles({ kind, name: "x", manager: "npm" }))["README.md"]);
    expect(await readmeOf("rest")).toContain(`echo '{"auth":"token","token":"…"}' > account.json`);
    expect(await readmeOf("oauth2")).toContain("npx wellhead login me connector.ts --port 8700\n");
    expect(await readmeOf("oauth2")).not.toContain("echo");
  });

  it("holds back a package that Yarn refuses on Node 20", async () => {
    const manifestOf = async (manager: "npm" | "yarn") => {
      const { "package.json": text } = await projectFiles({ kind: "code", name: "x", manager });
      return JSON.parse(String(text)) as object;
    };
    expect(await manifestOf("yarn")).toMatchObject({ resolutions: { "light-my-request": "6.6.0" } });
    expect(await manifestOf("npm")).not.toHaveProperty("resolutions");
  });

  it.each([
    ["the current folder", "here", "elsewhere"],
    ["the folder where npm was started", "elsewhere", "here"],
  ])("finds a description by a path that is relative to %s", async (_where, cwd, started) => {
    const base = await mkdtemp(join(folder, "from-"));
    for (const name of ["here", "elsewhere"]) await mkdir(join(base, name));
    const text = await readFile(new URL("test/documents/shop.yaml", import.meta.url), "utf8");
    await writeFile(join(base, "here", "shop.yaml"), text);
    const options = { cwd: join(base, cwd), env: { ...process.env, INIT_CWD: join(base, started) } };
    await run(process.execPath, [program, "out", "--yes", "--from", "./shop.yaml"], options);
    expect(await readFile(join(base, cwd, "out", "connector.ts"), "utf8")).toContain(
      "Created from shop.yaml",
    );
  });

  it("writes nothing into a folder that is not empty", async () => {
    const { stdout } = await create("own", "--kind", "code", "--yes", "--manager", "pnpm");
    expect(stdout).toContain("pnpm install");
    await writeFile(join(folder, "own", "connector.ts"), "// mine");
    await expect(create("own", "--kind", "code", "--yes")).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining("the folder is not empty") as string,
    });
    expect(await readFile(join(folder, "own", "connector.ts"), "utf8")).toBe("// mine");
  });

  it.each([
    [["x", "--kind", "graphql"], "expected one of rest, oauth2, database, files, code"],
    [["X Y"], "expected a name of lower-case letters"],
    [["x", "--manager", "bower"], "expected npm, pnpm, yarn"],
  ])("refuses %j", async (words, message) => {
    await expect(create(...words, "--yes")).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining(message) as string,
    });
  });
});
