import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { agentFiles } from "./agent-files.js";

const modules = fileURLToPath(new URL("../../../node_modules", import.meta.url));
const project = { name: "shop", run: "npm run", manager: "npm", hasTape: true };

it("names each skill as its folder, with a description, and links only to files that are there", async () => {
  const files = await agentFiles(project);
  const skills = Object.keys(files).filter((path) => path.endsWith("/SKILL.md"));
  expect(skills).toEqual(
    ["query-connectors", "serve-data", "write-a-connector"].map((name) => `skills/${name}/SKILL.md`),
  );
  for (const path of skills) {
    const { name, description } =
      /^---\nname: (?<name>[a-z-]{1,64})\ndescription: (?<description>.{20,1024})\nlicense: MIT\n---\n/.exec(
        files[path] ?? "",
      )?.groups ?? {};
    expect(name).toBe(path.split("/")[1]);
    expect(description).toMatch(/Use it to/);
  }
  for (const [path, text] of Object.entries(files)) {
    expect(text).not.toContain("snippet=");
    for (const [, target = ""] of text.matchAll(/\]\(([^)#]+\.md)\)/g))
      expect(Object.keys(files)).toContain(join(dirname(path), target).replaceAll("\\", "/"));
  }
});

it("says in both files when a connector is done, in the same words", async () => {
  const files = await agentFiles(project);
  const sections = ["AGENTS.md", "skills/write-a-connector/SKILL.md"].map((path) =>
    /^## Done means\n\n(?<lines>(?:[- ].*\n)+)/m.exec(files[path] ?? "")?.groups?.["lines"]?.trim(),
  );
  expect(sections[0]).toBe(sections[1]);
  for (const tool of ["check_files", "preview_rows", "replay_tape", "play_faults", "run_judge"])
    expect(sections[0]).toContain(tool);
});

it("decides by tables whose code compiles", async () => {
  const files = await agentFiles(project);
  const rows = Object.entries(files)
    .filter(([path]) => path.includes("/references/"))
    .flatMap(([, text]) => text.split("\n").filter((line) => /^\| .* \|$/.test(line)));
  const calls = rows.flatMap((row) =>
    [...row.matchAll(/`([a-zA-Z0-9]+\([^`]*\))`/g)]
      .map(([, code = ""]) => code)
      .filter((code) => !code.includes("…")),
  );
  const known = [
    "token",
    "basic",
    "oauth2",
    "pageNumber",
    "offset",
    "linkHeader",
    "nextUrlInBody",
    "cursorInBody",
  ];
  const other = ["cursorInHeader", "list", "multiList", "dateRange", "text", "number", "bool", "id", "url"];
  const functions = [...known, ...other];
  const compiled = calls.filter((code) => functions.some((name) => code.startsWith(`${name}(`)));
  expect(compiled.length).toBeGreaterThan(20);
  const folder = await mkdtemp(join(tmpdir(), "wellhead-skills-"));
  try {
    await symlink(modules, join(folder, "node_modules"), "junction");
    await writeFile(join(folder, "package.json"), '{"type":"module"}');
    const used = functions.filter((name) => compiled.some((code) => code.startsWith(`${name}(`)));
    await writeFile(
      join(folder, "calls.ts"),
      `import { ${used.join(", ")} } from "@wellhead/sdk";\nexport const calls: unknown[] = [\n${compiled.join(",\n")},\n];\n`,
    );
    const options = ["--strict", "--noEmit", "--skipLibCheck", "--target", "es2023", "--module", "nodenext"];
    const compiler = [join(modules, "typescript/bin/tsc"), ...options, "calls.ts"];
    const stdout = await new Promise<string>((done) => {
      execFile(process.execPath, compiler, { cwd: folder }, (_error, output) => done(output));
    });
    expect(stdout).toBe("");
  } finally {
    await rm(folder, { recursive: true });
  }
});

it("mentions only tools and commands that exist", async () => {
  const files = await agentFiles(project);
  const root = fileURLToPath(new URL("../../", import.meta.url));
  const tools = await sourcesIn(join(root, "mcp/src/author"), /name: "([a-z_]+)",\n\s+title/g);
  const rowTools = await sourcesIn(join(root, "mcp/src/tools"), /name: "([a-z_]+)",\n\s+title/g);
  const commands = await sourcesIn(
    join(root, "cli/src/command-line/usage"),
    /name: "([a-z]+)",\n\s+summary/g,
  );
  const text = Object.values(files).join("\n");
  const named = new Set([...text.matchAll(/`([a-z]+_[a-z]+)`/g)].map(([, name = ""]) => name));
  const members = ["starting_after", "updated_at", "created_at"];
  expect([...named].filter((name) => ![...tools, ...rowTools, ...members].includes(name))).toEqual([]);
  expect(named.size).toBeGreaterThan(12);
  const run = new Set([...text.matchAll(/npx wellhead ([a-z]+)/g)].map(([, name = ""]) => name));
  expect([...run].filter((name) => !commands.includes(name))).toEqual([]);
});

async function sourcesIn(folder: string, pattern: RegExp): Promise<readonly string[]> {
  const found: string[] = [];
  for (const file of await readdir(folder))
    for (const [, name = ""] of (await readFile(join(folder, file), "utf8")).matchAll(pattern))
      found.push(name);
  return found;
}
