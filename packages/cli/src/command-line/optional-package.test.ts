import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkInstalled, isInstalled } from "./optional-package.js";

function resolveNone(name: string): string {
  throw new Error(`Cannot find package '${name}'`);
}

test("`checkInstalled()` names the command that installs what is missing", () => {
  expect(() => checkInstalled(["@wellhead/files"], resolveNone)).toThrow(
    'Could not serve files: the package "@wellhead/files" is not installed. Run npm install @wellhead/files.',
  );
  expect(() => checkInstalled(["@wellhead/console", "@wellhead/workbench"], resolveNone)).toThrow(
    "Run npm install @wellhead/console @wellhead/workbench.",
  );
});

test("every optional peer of the command is found where it is installed", () => {
  const manifest = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
    // The file of this package, which has these members.
    readonly peerDependencies: Readonly<Record<Parameters<typeof isInstalled>[0], string>>;
  };
  // The keys of the member above.
  const names = Object.keys(manifest.peerDependencies) as Parameters<typeof isInstalled>[0][];
  expect(names).toHaveLength(12);
  expect(names.filter((name) => !isInstalled(name))).toEqual([]);
  for (const name of names) expect(() => checkInstalled([name], resolveNone)).toThrow(`install ${name}.`);
});
