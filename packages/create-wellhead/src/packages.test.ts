import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectFiles } from "./project-files.js";

const needed = ["cli", "sdk", "console", "mcp", "testing", "workbench", "contract"].map(
  (name) => `@wellhead/${name}`,
);
const options = { kind: "code", name: "moons", manager: "npm" } as const;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "packed-"));
  await mkdir(join(folder, "packages"));
  const index = Object.fromEntries(
    [...needed, "@wellhead/unused"].map((name) => [
      name,
      { tarball: tarballOf(name), dependencies: name === "@wellhead/sdk" ? ["@wellhead/contract"] : [] },
    ]),
  );
  await writeFile(join(folder, "packages/index.json"), JSON.stringify(index));
  for (const name of needed) await writeFile(join(folder, "packages", tarballOf(name)), name);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

function tarballOf(name: string): string {
  return `${name.slice(1).replace("/", "-")}-9.9.9.tgz`;
}

function manifestOf(
  files: Readonly<Record<string, string | Buffer>>,
): Record<string, Record<string, string>> {
  return JSON.parse(String(files["package.json"])) as Record<string, Record<string, string>>;
}

describe("projectFiles()", () => {
  it("asks the registry for the version that it belongs to", async () => {
    const own = JSON.parse(await readFile(new URL("../package.json", import.meta.url), "utf8")) as {
      readonly version: string;
    };
    for (const kind of ["rest", "oauth2", "database", "files", "code"] as const) {
      const manifest = manifestOf(await projectFiles({ ...options, kind }));
      const all = { ...manifest["dependencies"], ...manifest["devDependencies"] };
      const ranges = Object.entries(all).filter(([name]) => name.startsWith("@wellhead/"));
      expect(new Set(ranges.map(([, range]) => range))).toEqual(new Set([`^${own.version}`]));
    }
  });

  it("gives a project the tarballs of a packed folder, with all that they depend on", async () => {
    const files = await projectFiles({ ...options, packages: folder });
    const manifest = manifestOf(files);
    const all = { ...manifest["dependencies"], ...manifest["devDependencies"] };
    for (const name of needed) {
      expect(all[name]).toBe(`file:packages/${tarballOf(name)}`);
      expect(String(files[`packages/${tarballOf(name)}`])).toBe(name);
    }
    expect(Object.keys(all)).not.toContain("@wellhead/unused");
    expect(files["Dockerfile"]).toContain("COPY packages ./packages\nRUN npm install");
  });

  it("names the folder that has no packages", async () => {
    await expect(projectFiles({ ...options, packages: tmpdir() })).rejects.toThrow(
      `Could not find packages in "${tmpdir()}": expected a folder that npm run pack has written.`,
    );
    await expect(projectFiles({ ...options, kind: "files", packages: folder })).rejects.toThrow(
      'Could not find "@wellhead/files"',
    );
  });
});
