import assert from "node:assert/strict";
import { randomFrom } from "../properties/random-from.js";
import { readPages } from "./read-pages.js";

/** A row of a source whose changes a history plays. */
export interface HistoryRow {
  /** A number as text; later rows have greater ones. */
  readonly id: string;
  readonly text: string;
  /** Instants in milliseconds. */
  readonly createdAt: number;
  readonly changedAt: number;
}

/** Options of {@link playHistory}. */
export interface HistoryOptions {
  readonly seed: number;
  /** Sends a request to the service. */
  readonly post: (path: string, body: object) => Promise<unknown>;
  /** Account, filter and type of the requests. */
  readonly request: { readonly requestedType: string; readonly account: object; readonly filter: object };
  /** Sets the rows that the source has from now on. */
  readonly setRows: (rows: readonly HistoryRow[]) => void;
  /** Sets the time of the service. */
  readonly setNow: (now: Date) => void;
  /** Returns the text of a row that the service returned. */
  readonly textOf: (entity: Readonly<Record<string, unknown>>) => unknown;
  /** Precision of the source's instants in milliseconds. Default: 1. */
  readonly precisionMs?: number;
  /** Days after which a run reads all rows. Default: 1. */
  readonly fullEveryDays?: number;
}

const hour = 3_600_000;
/**
 * How far the clock of the source is slow, and how late a change becomes visible. It is less than the default lookback.
 */
const maxDelayMs = 2 * hour;
const deltas = 6;

/**
 * Changes the rows of a source between runs, and copies them as a platform does. Rows are inserted, updated and deleted, several
 * at one instant, with a clock that is behind. After each run that reads changes the copy has every row that the source has, as
 * it is there; after the last run, which reads all rows, it has no others.
 *
 * @param options - The source and the service
 */
export async function playHistory(options: HistoryOptions): Promise<void> {
  const source = new ChangingRows(options);
  const target = new Map<string, unknown>();
  let now = Date.parse("2026-05-04T01:00:00.000Z");
  let last: string | undefined;
  source.change(250, now);
  for (let round = 0; round <= deltas; round += 1) {
    options.setNow(new Date(now));
    assert.equal(await run(options, target, last), round === 0 ? "full" : "delta");
    for (const [id, text] of source.texts())
      assert.equal(target.get(id), text, `row ${id} after run ${round}`);
    last = new Date(now).toISOString();
    now += hour;
    source.change(12, now);
  }
  now += (options.fullEveryDays ?? 1) * 24 * hour;
  options.setNow(new Date(now));
  assert.equal(await run(options, target, last), "full");
  assert.deepEqual(Object.fromEntries(target), Object.fromEntries(source.texts()));
}

/** Reads all pages of a run into the copy, and returns its type. */
async function run(
  { post, request, textOf }: HistoryOptions,
  target: Map<string, unknown>,
  last: string | undefined,
): Promise<string> {
  const since = last === undefined ? {} : { lastSynchronizedAt: last };
  const { pages, items } = await readPages((body) => post("/api/v1/synchronizer/data", body), {
    ...request,
    ...since,
  });
  const type = pages.at(-1)?.synchronizationType ?? "";
  if (type === "full") target.clear();
  for (const item of items) target.set(String(item["id"]), textOf(item));
  return type;
}

/** The rows of the source. */
class ChangingRows {
  readonly #rows = new Map<string, HistoryRow>();
  readonly #options: HistoryOptions;
  readonly #random: () => number;
  #count = 0;

  constructor(options: HistoryOptions) {
    this.#options = options;
    this.#random = randomFrom(options.seed);
  }

  texts(): readonly (readonly [string, string])[] {
    return [...this.#rows.values()].map(({ id, text }) => [id, text]);
  }

  change(count: number, now: number): void {
    for (let index = 0; index < count; index += 1) this.#changeOne(now);
    this.#options.setRows([...this.#rows.values()]);
  }

  #changeOne(now: number): void {
    const { precisionMs = 1 } = this.#options;
    // Few different instants, so that many rows have the same one.
    const instant = now - Math.floor(this.#random() * 4) * (maxDelayMs / 4);
    const changedAt = Math.floor(instant / precisionMs) * precisionMs;
    this.#count += 1;
    const text = `text ${this.#count}`;
    const known = [...this.#rows.values()];
    const chosen = known[Math.floor(this.#random() * known.length)];
    if (chosen === undefined || this.#random() < 0.5) {
      const id = String(this.#count);
      this.#rows.set(id, { id, text, createdAt: changedAt, changedAt });
    } else if (this.#random() < 0.6) {
      this.#rows.set(chosen.id, { ...chosen, text, changedAt: Math.max(changedAt, chosen.changedAt) });
    } else this.#rows.delete(chosen.id);
  }
}
