import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { randomFrom } from "@wellhead/test-support/properties/random-from";
import { vi } from "vitest";
import type { ExactSource } from "./exact-sources.js";
import { ExactTable } from "./exact-table.js";
import type { ExactTarget } from "./exact-targets.js";
import { plainValue } from "./exact-values.js";
import { killAtStatement, killTimes, type Victim } from "./kill-at-statement.js";
import { readServed } from "./read-served.js";
import { type Run, runWellhead } from "./run-wellhead.js";

const statementKinds = ["CREATE", "ALTER", "INSERT", "DELETE", "UPDATE", "DROP", "COMMIT"];

/** A history of a table and of its copy. */
export interface ExactHistoryOptions {
  readonly source: ExactSource;
  /** Address of the service that reads the source. */
  readonly url: string;
  readonly target: ExactTarget;
  readonly seed: number;
  /** Name of the pair. Each has histories of its own. */
  readonly label: string;
  /** Working folder of the command. */
  readonly folder: string;
  /** Whether it has more steps. */
  readonly isLong: boolean;
  /** Counts who was killed at which statement. Without it, nobody is. */
  readonly kills: Map<string, number> | undefined;
}

/** Changes a table at random, and copies it after each step. */
export class ExactHistory {
  readonly #options: ExactHistoryOptions;
  readonly #random: () => number;
  readonly #table: ExactTable;
  #step = 0;

  /** @param options - The history */
  constructor(options: ExactHistoryOptions) {
    this.#options = options;
    const { label, seed, source } = options;
    const mixed = Buffer.from(label).reduce((sum, byte) => Math.imul(sum, 31) + byte, seed);
    this.#random = randomFrom(Math.imul(mixed, 7919));
    this.#table = new ExactTable(source, this.#random);
  }

  /** Plays it. Whenever a run ends, the copy equals the table, and in the end also when it is served again. */
  async play(): Promise<void> {
    const { isLong, kills } = this.#options;
    this.#table.create();
    const steps = isLong ? 2 + Math.floor(this.#random() * 3) : 2;
    for (; this.#step < steps; this.#step += 1) {
      if (this.#step > 0) this.#table.change();
      passMinute();
      if (kills !== undefined && this.#random() < 0.3) await this.#killOnce(kills);
      this.#expectSuccess(await this.#pull());
      const original = this.#original();
      this.#expectEqual(this.#copy(), original);
      if (this.#step < steps - 1) continue;
      this.#expectSuccess(await this.#verify());
      this.#expectEqual(await this.#served(), { rows: original.rows });
    }
  }

  #pull(): Promise<Run> {
    const { url, source, target, folder } = this.#options;
    const words = ["--types", source.typeId, "--allow-deletions"];
    return runWellhead(["pull", url, "--sync", target.address, ...words], { directory: folder });
  }

  #verify(): Promise<Run> {
    const { url, source, target, folder } = this.#options;
    const words = ["sync", "verify", url, target.address, "--types", source.typeId];
    return runWellhead(words, { directory: folder });
  }

  /** A run whose client or target is killed, and sometimes a change of the table after it. */
  async #killOnce(kills: Map<string, number>): Promise<void> {
    const kind = this.#pick(statementKinds);
    const time = this.#pick(killTimes);
    const { recover } = this.#options.target;
    const victim = recover !== undefined && this.#random() < 0.5 ? "target" : "client";
    const { killed, ...run } = await this.#pullAndKill({ kind, time, victim });
    if (killed !== undefined) {
      const name = `${killed} ${time} ${kind}`;
      kills.set(name, (kills.get(name) ?? 0) + 1);
    }
    if (killed === "target") {
      await recover?.();
      const isExplained = run.code === 0 || /^Could not /m.test(run.note);
      this.#expectEqual({ isExplained, ...run }, { isExplained: true, ...run });
    }
    if (this.#random() < 0.5) return;
    this.#table.change();
    passMinute();
    // The next run continues the killed one. What changed on the pages that were read before comes with the run after it.
    this.#expectSuccess(await this.#pull());
  }

  /** Runs the client in a process of its own. */
  async #pullAndKill(options: KillOptions): Promise<KilledRun> {
    const { url, target, folder } = this.#options;
    const { kind, time, victim } = options;
    const program = fileURLToPath(new URL("../bin/wellhead.js", import.meta.url));
    const words = ["pull", url, "--sync", target.address, "--allow-deletions"];
    const child = spawn(process.execPath, ["--import", killAtStatement(), program, ...words], {
      cwd: folder,
      env: { ...process.env, KILL_AT: kind, KILL_TIME: time, KILL_VICTIM: victim },
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    let note = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      note += text;
    });
    let isTargetKilled = false;
    child.on("message", () => {
      isTargetKilled = true;
    });
    const [code, signal] = (await once(child, "close")) as [number | null, unknown];
    const killed = signal === "SIGKILL" ? "client" : undefined;
    return { killed: isTargetKilled ? "target" : killed, code, note };
  }

  /** What the client of the source shows, with the types that the target should have. */
  #original(): Shown {
    const { source, target } = this.#options;
    const facts = this.#facts();
    const rows = source.read(facts.map(({ sql }) => sql));
    return {
      columns: facts.map(({ name }) => name),
      types: facts.map(({ kind, digits }) => typeOf(target, kind, digits)),
      rows: rows.map((row) => this.#plainRow(row)).toSorted(),
    };
  }

  /** What the client of the target shows. */
  #copy(): Shown {
    const { source, target } = this.#options;
    const { columns, types, rows } = target.read(source.typeId);
    const facts = this.#facts();
    const order = columns.map((name, index) => ({ name, index })).toSorted(byName);
    return {
      columns: order.map(({ name }) => name),
      types: order.map(({ index }, position) => {
        const { kind = "text", digits } = facts[position] ?? {};
        return typeOf(target, kind, digits) === undefined ? undefined : types[index];
      }),
      rows: rows.map((row) => this.#plainRow(order.map(({ index }) => row[index] ?? null))).toSorted(),
    };
  }

  /** What a service of the target shows. */
  async #served(): Promise<Pick<Shown, "rows">> {
    const { source, target } = this.#options;
    const rows = await readServed(target.serve(source.typeId), this.#facts());
    return { rows: rows.map((row) => this.#plainRow(row)).toSorted() };
  }

  #plainRow(row: readonly (string | null)[]): string {
    const facts = this.#facts();
    return JSON.stringify(row.map((text, index) => plainValue(facts[index]?.kind ?? "text", text)));
  }

  #facts(): ReturnType<ExactTable["facts"]> {
    return this.#table.facts().toSorted(byName);
  }

  #expectSuccess({ code, stdout, stderr }: Run): void {
    this.#expectEqual({ code, note: code === 0 ? "" : stdout + stderr }, { code: 0, note: "" });
  }

  /** Compares, with what a person needs to repeat the history. */
  #expectEqual(found: object, expected: object): void {
    const { label, seed } = this.#options;
    const place = { label, seed, step: this.#step, statements: this.#table.statements };
    assert.deepEqual({ ...place, ...found }, { ...place, ...expected });
  }

  #pick<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.#random() * items.length)];
    if (item === undefined) throw new RangeError("expected an item");
    return item;
  }
}

interface KillOptions {
  readonly kind: string;
  readonly time: string;
  readonly victim: Victim;
}

interface KilledRun {
  readonly killed: Victim | undefined;
  readonly code: number | null;
  readonly note: string;
}

interface Shown {
  readonly columns: readonly string[];
  readonly types: readonly (string | undefined)[];
  readonly rows: readonly string[];
}

/** The service reads the columns again once a minute, or when rows cannot be read. */
function passMinute(): void {
  vi.setSystemTime(Date.now() + 61_000);
}

/** Values decide the type of numbers, unless the source declares their digits. */
function typeOf(
  { types }: ExactTarget,
  kind: keyof ExactTarget["types"],
  digits: string | undefined,
): string | undefined {
  if (digits !== undefined && types.double === "DOUBLE") return `DECIMAL(${digits})`;
  if (digits !== undefined && types.double !== undefined) return `numeric(${digits})`;
  return types[kind];
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : 1;
}
