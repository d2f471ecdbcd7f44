import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DevSession } from "./dev-session.js";

let folder: string;
let session: DevSession;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "wellhead-types-"));
  writeFileSync(join(folder, "moons.ts"), "export default 1;\n");
  session = new DevSession({
    request: { words: ["moons.ts"], config: undefined, inspectPort: undefined },
    directory: folder,
    env: process.env,
    checksTypes: true,
    onReport: () => undefined,
  });
  await session.start();
});

afterEach(async () => {
  await session.close();
  rmSync(folder, { recursive: true, force: true });
});

function install(name: string, file = "index.js", text = ""): void {
  const root = join(folder, "node_modules", name);
  mkdirSync(join(root, "bin"), { recursive: true });
  writeFileSync(join(root, "package.json"), "{}");
  writeFileSync(join(root, file), text);
}

test("finishTypes() checks types again once what was missing has been installed, without a save", async () => {
  await session.finishTypes();
  expect(session.board.state.unchecked).toBe("install typescript and @wellhead/sdk in this folder");

  install("@wellhead/sdk");
  // A compiler that finds one package missing, as long as it is.
  install(
    "typescript",
    "bin/tsc",
    `const isThere = require("node:fs").existsSync(${JSON.stringify(join(folder, "node_modules/vitest"))});
if (!isThere) console.log("moons.ts(1,1): error TS2307: Cannot find module 'vitest'.");`,
  );
  await session.finishTypes();
  expect(session.board.state.unchecked).toBeUndefined();
  expect(session.board.state.typeFaults).toMatchObject([{ message: "TS2307: Cannot find module 'vitest'." }]);

  install("vitest");
  await session.finishTypes();
  expect(session.board.state.typeFaults).toEqual([]);
});
