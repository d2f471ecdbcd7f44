import { Buffer } from "node:buffer";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeFolder } from "./folder.js";

/** Returns a path inside of a folder whose last part is written in Latin-1. */
function latin1(folder: string, name: string): Buffer {
  return Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(name, "latin1")]);
}

it("files that lock an open workbook are no sources", async () => {
  await using folder = await makeFolder({ "~$a.xlsx": "lock", "a.csv": "n\n1\n", "sub/~$b.xlsx": "lock" });
  expect([...(await folder.connector.sources()).keys()]).toEqual(["a"]);
});

// Other systems do not allow such names.
it.runIf(process.platform === "linux")(
  "files whose names are not UTF-8 are named in the description of the connector",
  async () => {
    await using folder = await makeFolder({ "a.csv": "n\n1\n", "sub/\uFFFD.csv": "n\n2\n" });
    await writeFile(latin1(folder.path, "Z\u00FCrich.csv"), "n\n3\n");
    await writeFile(latin1(folder.path, "caf\u00E9.txt"), "no source");
    await mkdir(latin1(join(folder.path, "sub"), "\u00E9t\u00E9"));
    expect([...(await folder.connector.sources()).keys()]).toEqual(["a", "sub/\uFFFD"]);
    expect(folder.connector.description).toContain(
      String.raw`. Names that are not UTF-8 cannot be opened: "Z\xFCrich.csv", "sub/\xE9t\xE9". Rename the files and folders to read them`,
    );
    expect(await folder.rows("sub/\uFFFD")).toEqual([{ n: 2 }]);
  },
);
