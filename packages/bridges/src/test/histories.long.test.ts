import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Connector } from "@wellhead/client";
import { afterAll, beforeAll, expect, it } from "vitest";
import { randomOf } from "./random-output.js";
import { fixture, type ServedBridge, serveBridge } from "./serve.js";

const histories = Number(process.env["BRIDGE_HISTORIES"] ?? 3);
const seed = Number(process.env["BRIDGE_SEED"] ?? 1);
let folder: string;
let served: ServedBridge;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "bridge-histories-"));
  process.env["LEDGER"] = join(folder, "ledger");
});

afterAll(async () => {
  delete process.env["LEDGER"];
  await rm(folder, { recursive: true });
});

interface Change {
  readonly id: number;
  readonly value: number | null;
  readonly _ab_cdc_deleted_at: string | null;
}

/** A copy of the rows, and when its last whole run began. */
class Copy {
  readonly rows = new Map<string, unknown>();
  readonly kinds: string[] = [];
  #last: string | undefined;

  async run({ url }: ServedBridge): Promise<number> {
    const began = new Date().toISOString();
    const { synchronizer } = new Connector(url);
    const seen = new Set<string>();
    let isDelta = false;
    let count = 0;
    const since = this.#last === undefined ? {} : { lastSynchronizedAt: this.#last };
    for await (const page of synchronizer.pages({
      type: "entries",
      types: ["entries"],
      exact: true,
      ...since,
    })) {
      isDelta = page.isDelta;
      for (const item of page.rows) {
        const id = String(item["id"]);
        seen.add(id);
        count += 1;
        if (item["__syncAction"] === "REMOVE") this.rows.delete(id);
        else this.rows.set(id, item["row"]);
      }
    }
    if (!isDelta) for (const id of this.rows.keys()) if (!seen.has(id)) this.rows.delete(id);
    this.kinds.push(isDelta ? "delta" : "full");
    this.#last = began;
    return count;
  }
}

/** Returns the rows after all changes. */
async function currentRows(): Promise<ReadonlyMap<string, unknown>> {
  const rows = new Map<string, unknown>();
  for (const line of (await readFile(join(folder, "ledger"), "utf8")).split("\n").filter(Boolean)) {
    // This test has written the line.
    const row = JSON.parse(line) as Change;
    rows.delete(String(row.id));
    if (row._ab_cdc_deleted_at === null) rows.set(String(row.id), row);
  }
  return rows;
}

async function change(random: () => number): Promise<void> {
  const count = Math.floor(random() * 8);
  const lines = Array.from({ length: count }, () => {
    const isDeleted = random() < 0.3;
    const row: Change = {
      id: Math.floor(random() * 12),
      value: isDeleted ? null : Math.floor(random() * 1000),
      _ab_cdc_deleted_at: isDeleted ? "2026-01-01T00:00:00Z" : null,
    };
    return `${JSON.stringify(row)}\n`;
  });
  await appendFile(join(folder, "ledger"), lines.join(""));
}

it("two copies that are updated at different times equal the source after a quiet run, also over restarts", {
  timeout: 120_000 + histories * 60_000,
}, async () => {
  const kinds = new Set<string>();
  for (let history = seed; history < seed + histories; history += 1) {
    const random = randomOf(history);
    await writeFile(join(folder, "ledger"), "");
    const path = join(folder, `ledger-${history}.json`);
    const file: object = JSON.parse(await readFile(fixture("ledger.json"), "utf8"));
    await writeFile(
      path,
      JSON.stringify({ ...file, args: [fixture("ledger.py")], states: `./states-${history}` }),
    );
    served = await serveBridge("airbyte", path);
    const copies = [new Copy(), new Copy()];
    for (let step = 0; step < 6; step += 1) {
      await change(random);
      await copies[random() < 0.5 ? 0 : 1]?.run(served);
      if (random() < 0.7) continue;
      await served.close();
      served = await serveBridge("airbyte", path);
    }
    for (const copy of copies) {
      await copy.run(served);
      expect(copy.rows, `history ${history}`).toEqual(await currentRows());
      for (const kind of copy.kinds) kinds.add(kind);
    }
    await served.close();
  }
  expect([...kinds].toSorted((a, b) => a.localeCompare(b))).toEqual(["delta", "full"]);
});

it("a service that has lost its states reads everything again, and finds deletions", async () => {
  await writeFile(join(folder, "ledger"), '{"id":1,"value":1,"_ab_cdc_deleted_at":null}\n');
  served = await serveBridge("airbyte", fixture("ledger.json"));
  const copy = new Copy();
  for (let run = 0; run < 3; run += 1) await copy.run(served);
  await served.close();
  await appendFile(join(folder, "ledger"), '{"id":2,"value":2,"_ab_cdc_deleted_at":null}\n');
  await appendFile(
    join(folder, "ledger"),
    '{"id":1,"value":null,"_ab_cdc_deleted_at":"2026-01-01T00:00:00Z"}\n',
  );
  served = await serveBridge("airbyte", fixture("ledger.json"));
  expect(await copy.run(served)).toBe(1);
  expect(copy.kinds).toEqual(["full", "full", "delta", "full"]);
  expect(copy.rows).toEqual(await currentRows());
  await served.close();
});

it("a run after a whole one reads only what has changed since the run before it", async () => {
  await writeFile(
    join(folder, "ledger"),
    '{"id":1,"value":1,"_ab_cdc_deleted_at":null}\n{"id":2,"value":2,"_ab_cdc_deleted_at":null}\n',
  );
  served = await serveBridge("airbyte", fixture("ledger.json"));
  const copy = new Copy();
  expect(await copy.run(served)).toBe(2);
  // The state was saved after this run began.
  expect(await copy.run(served)).toBe(2);
  await appendFile(
    join(folder, "ledger"),
    '{"id":1,"value":null,"_ab_cdc_deleted_at":"2026-01-01T00:00:00Z"}\n',
  );
  await copy.run(served);
  expect([...copy.rows.keys()]).toEqual(["2"]);
  expect(await copy.run(served)).toBe(2);
  expect(await copy.run(served)).toBe(0);
  expect(copy.kinds).toEqual(["full", "full", "delta", "delta", "delta"]);
  expect(copy.rows).toEqual(await currentRows());
  await served.close();
});
