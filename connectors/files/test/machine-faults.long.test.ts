import { execFileSync } from "node:child_process";
import { chmod, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type Folder, makeFolder } from "./folder.js";

/** Result of reading a file. */
interface Outcome {
  readonly rows?: string;
  readonly code?: string;
  readonly retryable?: boolean;
  readonly message?: string;
}

interface Outcomes {
  readonly first: Outcome;
  /** Results while a resource was exhausted. */
  readonly during: Readonly<Record<string, Outcome>>;
  /** Results after the resource was available again. */
  readonly after: Readonly<Record<string, Outcome>>;
}

/** Reads the files of a folder in a separate process; `shell` runs it, as `"$@"`. */
function readUnder(
  folder: Folder,
  mode: string,
  { shell, free = 0 }: { readonly shell: readonly string[]; readonly free?: number },
): Outcomes {
  const [command = "", ...rest] = shell;
  const program = [process.execPath, join(import.meta.dirname, "read-under-limits.mjs"), mode, folder.path];
  program.push(String(free));
  const output = execFileSync(command, [...rest, ...program], {
    maxBuffer: 2 ** 26,
    stdio: "pipe",
    timeout: 120_000,
  });
  // The program prints JSON of this type.
  return JSON.parse(output.toString()) as Outcomes;
}

const passing = { code: "upstream_unavailable", retryable: true };

/** Returns whether a command works on this machine. If not, the name of the test says what is missing. */
function works(command: string, ...words: readonly string[]): boolean {
  try {
    execFileSync(command, words, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

it.each([0, 4])(
  "with %i free file descriptors, an answer is 503 or whole, and whole once there are more",
  async (free) => {
    await using folder = await makeFolder({ "first.csv": "x\n1\n" });
    const shell = ["sh", "-c", 'ulimit -n 256; exec "$@"', "sh"];
    const { first, during, after } = readUnder(folder, "files", { shell, free });
    expect(first.rows).toBe('{"x":1}');
    const outcomes = Object.entries(during).filter(([id]) => id !== "denied");
    for (const [id, outcome] of outcomes) {
      const wanted = outcome.rows === undefined ? passing : { rows: after[id]?.rows };
      expect([id, outcome]).toEqual([id, expect.objectContaining(wanted)]);
      expect(outcome.message ?? "").not.toContain("wellhead-files-");
    }
    // Which step fails first differs between versions of Node: opening the file, listing the folder, or starting the
    // thread.
    expect(outcomes.some(([, { rows }]) => rows === undefined)).toBe(true);
    expect(after).toMatchObject({
      utf8: { rows: '{"a":1}' },
      latin1: { rows: "29999 characters" },
      ragged: { rows: "20025 characters" },
      exact: { rows: "239999 characters" },
      sql: { rows: '{"one":1}' },
    });
  },
);

const tmpfs = 'mount -t tmpfs -o size=6m none "$1" && export TMPDIR="$1" && shift && exec "$@"';
const canMount = works("unshare", "-m", "sh", "-c", "mount -t tmpfs none /mnt");

it.runIf(canMount)(
  "a full disk is 503 for what has to be converted, and nothing that was written stays in the way (needs the right to mount)",
  async () => {
    await using folder = await makeFolder({ "first.csv": "x\n1\n" });
    await using place = await makeFolder();
    const { during, after } = readUnder(folder, "disk", {
      shell: ["unshare", "-m", "sh", "-c", tmpfs, "sh", place.path],
    });
    expect(during["utf8"]).toEqual({ rows: '{"a":1}' });
    for (const id of ["latin1", "ragged", "exact"]) {
      expect([id, during[id]]).toEqual([id, expect.objectContaining(passing)]);
      expect(during[id]?.message).toContain("ENOSPC");
    }
    for (const id of ["utf8", "latin1", "ragged", "exact", "sql"])
      expect([id, after[id]]).toEqual([id, { rows: expect.any(String) as string }]);
  },
);

const canBecomeNobody = works("setpriv", "--reuid=65534", "--clear-groups", process.execPath, "-e", "0");

it.runIf(canBecomeNobody || process.getuid?.() !== 0)(
  "files and folders that may not be read hide nothing but themselves (as root, needs `setpriv`)",
  async () => {
    await using folder = await makeFolder({
      "first.csv": "x\n1\n",
      "denied.csv": "x\n2\n",
      "sub/in.csv": "x\n",
    });
    await chmod(folder.path, 0o755);
    await chmod(join(folder.path, "denied.csv"), 0);
    await chmod(join(folder.path, "sub"), 0);
    const nobody = canBecomeNobody ? ["setpriv", "--reuid=65534", "--clear-groups"] : ["env"];
    const { first, during } = readUnder(folder, "nothing", { shell: nobody });
    expect(first.rows).toBe('{"x":1}');
    expect(during["denied"]).toMatchObject(passing);
    expect(during["denied"]?.message).toContain('"denied.csv"');
    await chmod(join(folder.path, "sub"), 0o755);
  },
);

it("a folder that the engine's memory is too small for is 503, and read once there is enough", async () => {
  const text = `a,b,c\n1\n${'"xxxxxxxxxxxxxxxxxxxxxxxxxxx",2,3\n'.repeat(1000)}`;
  await using small = await makeFolder({ "a.csv": text }, { memoryLimit: "1MB" });
  await expect(small.rows("a")).rejects.toMatchObject(passing);
  await using enough = await makeFolder({ "a.csv": text });
  expect((await enough.rows("a")).length).toBe(1001);
});

it("a temporary folder that a cleaner removed is created again", async () => {
  const temporary = process.env["TMPDIR"];
  await using place = await makeFolder();
  await using folder = await makeFolder({
    "a.csv": "x\n1\n",
    "b.csv": Buffer.from("x\né\n", "latin1"),
  });
  process.env["TMPDIR"] = place.path;
  try {
    expect(await folder.rows("b")).toEqual([{ x: "é" }]);
    const [engine = ""] = (await readdir(place.path)).filter((name) => name.startsWith("wellhead-files-"));
    await rm(join(place.path, engine), { recursive: true });
    expect(await folder.rows("a")).toEqual([{ x: 1 }]);
    expect(await folder.rows("b")).toEqual([{ x: "é" }]);
  } finally {
    if (temporary === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = temporary;
  }
});
