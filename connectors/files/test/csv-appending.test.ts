import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { type Folder, makeFolder } from "./folder.js";

/** Number of readings; the proof sets it to 400. */
const readings = Number(process.env["WELLHEAD_APPENDED_READINGS"] ?? 12);

/** A generator of numbers from 0 to 1 that returns the same for a seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const names = ["Paris; Texas", "Berlin", "Zoë", "a|b", "Köln\nDeutz", 'the "inn"', "x"];

interface Growth {
  readonly records: ReadonlyArray<readonly string[]>;
  readonly bytes: Buffer;
}

/** Returns what a file will hold once everything is written. */
function growthOf(random: () => number): Growth {
  const records = Array.from({ length: 4000 }, (_, index) => [
    String(index + 1),
    names[Math.floor(random() * names.length)] ?? "",
    String(Math.floor(random() * 100_000)),
  ]);
  const lines = records.map(([id, name = "", amount]) => `${id},"${name.replaceAll('"', '""')}",${amount}\n`);
  return { records, bytes: Buffer.from(lines.join("")) };
}

type Row = Readonly<Record<string, string | number | null>>;

/** Reads the rows, or returns the message of the error with which the reading ends. */
async function read(folder: Folder): Promise<readonly Row[] | string> {
  try {
    // All cells of the file are texts and numbers.
    return (await folder.rows("log")) as readonly Row[];
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
}

/**
 * Returns what is wrong with rows that are not whole records from the beginning of the file. The end of a file that
 * rests may cut the last one.
 */
function faultOf(rows: readonly Row[], records: Growth["records"], mayBeCut: boolean): string | undefined {
  const cells = rows.map((row) =>
    Object.values(row)
      .map((value) => (value ?? "").toString())
      .join(","),
  );
  const wrong = cells.findIndex((text, index) => text !== records[index]?.join(","));
  if (wrong === -1) return undefined;
  const isLast = wrong === cells.length - 1;
  const isBeginning = records[wrong]?.join(",").startsWith((cells[wrong] ?? "").replace(/,*$/, ""));
  return isLast && mayBeCut && isBeginning === true ? undefined : `row ${wrong + 1}: ${cells[wrong]}`;
}

/** Calls a function, over and over, until a reading ends. A program that writes does not wait for its readers. */
async function whileReading<Result>(reading: Promise<Result>, call: () => Promise<void>): Promise<Result> {
  let isDone = false;
  const ended = reading.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await setImmediate();
    await call();
  }
  return await ended;
}

test("a file that grows while it is read is a prefix of whole records, or ends with an error", {
  timeout: 120_000 + readings * 15_000,
}, async () => {
  const random = seeded(7);
  const failures: string[] = [];
  const faults: Array<string | undefined> = [];
  let whole = 0;
  for (let round = 0; round * 20 < readings; round++) {
    const { records, bytes } = growthOf(random);
    await using folder = await makeFolder({ "log.csv": "id,name,amount\n" });
    const path = join(folder.path, "log.csv");
    let written = 0;
    const grow = async (): Promise<void> => {
      const size = 1 + Math.floor(random() * 200);
      await appendFile(path, bytes.subarray(written, written + size));
      written = Math.min(bytes.length, written + size);
    };
    for (let index = 0; index < Math.min(20, readings); index++) {
      await grow();
      const isResting = random() < 0.4;
      const rows = await whileReading(read(folder), async () => {
        if (!isResting && random() < 0.05) await grow();
      });
      if (typeof rows === "string") failures.push(rows);
      else {
        whole++;
        faults.push(faultOf(rows, records, isResting));
      }
    }
  }
  expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
  expect(failures.filter((message) => !message.startsWith('Could not read "log.csv": '))).toEqual([]);
  expect(whole).toBeGreaterThan(0);
});
