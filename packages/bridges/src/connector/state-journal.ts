import { createHmac, randomBytes } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** A state of a program, and when it was saved. */
export interface SavedState {
  /** Milliseconds since 1970. Everything that the state is after was sent before. */
  readonly at: number;
  /** The state as the program wrote it. */
  readonly state: string;
  /** The version of the rows that the program had made valid. Default: it has no versions. */
  readonly version?: string;
}

/** The states of one stream of one account. */
interface Journal {
  readonly states: readonly SavedState[];
  /** When the program began another version of its rows, which replaces all rows before; absent when it never did. */
  readonly replacedAt?: number;
}

/** Maximum number of states of a stream: a reading may go on from an older one. */
const maxStates = 50;
/** Maximum number of streams whose states are kept in memory. */
const maxJournals = 1000;

/**
 * Keeps the states that programs sent at the end of whole readings.
 *
 * A caller says since when it wants changes. It has everything that was sent before, whoever it was sent to. So the newest state that
 * was saved by then is the one to go on from.
 */
export class StateJournal {
  readonly #folder: string | undefined;
  readonly #journals = new Map<string, Journal>();
  #salt: Promise<Buffer> | undefined;

  /** @param folder - Folder for the states. Default: they are kept until the service ends */
  constructor(folder?: string) {
    this.#folder = folder;
  }

  /**
   * @param what - Everything that determines which rows are read
   * @param since - Instant from which changes are requested, in milliseconds
   * @returns The state to go on from; `undefined` when there is none, so that all rows have to be read again. There is none
   * either when the program has replaced all rows since then, because its changes alone would leave the old rows
   */
  async find(what: unknown, since: number): Promise<SavedState | undefined> {
    const { states, replacedAt = 0 } = await this.#read(await this.#keyOf(what));
    return since < replacedAt ? undefined : states.findLast(({ at }) => at <= since);
  }

  /**
   * Saves the state after a whole reading.
   *
   * @param what - Everything that determines which rows were read
   * @param saved - The state
   * @param from - The state that the reading went on from; `undefined` when it read everything, which begins a version with
   * many programs
   * @returns Whether the program has replaced all rows that were read before
   */
  async save(what: unknown, saved: SavedState, from?: SavedState): Promise<boolean> {
    const key = await this.#keyOf(what);
    const before = await this.#read(key);
    const isReplaced = from !== undefined && from.version !== saved.version;
    await this.#write(key, {
      states: isReplaced ? [saved] : [...before.states, saved].slice(-maxStates),
      ...(isReplaced
        ? { replacedAt: saved.at }
        : before.replacedAt !== undefined && { replacedAt: before.replacedAt }),
    });
    return isReplaced;
  }

  async #read(key: string): Promise<Journal> {
    const known = this.#journals.get(key);
    if (known !== undefined || this.#folder === undefined) return known ?? { states: [] };
    try {
      // Only this class writes the file.
      return JSON.parse(await readFile(join(this.#folder, `${key}.json`), "utf8")) as Journal;
    } catch {
      return { states: [] };
    }
  }

  async #write(key: string, journal: Journal): Promise<void> {
    if (this.#folder === undefined) {
      this.#journals.delete(key);
      this.#journals.set(key, journal);
      const [oldest] = this.#journals.keys();
      if (this.#journals.size > maxJournals && oldest !== undefined) this.#journals.delete(oldest);
      return;
    }
    const path = join(this.#folder, `${key}.json`);
    const next = `${path}.${randomBytes(4).toString("hex")}`;
    await writeFile(next, JSON.stringify(journal), { mode: 0o600 });
    await rename(next, path);
  }

  /** Names a file by a digest that reveals nothing of the configuration. */
  async #keyOf(what: unknown): Promise<string> {
    this.#salt ??= this.#readSalt();
    return createHmac("sha256", await this.#salt)
      .update(JSON.stringify(what))
      .digest("base64url");
  }

  async #readSalt(): Promise<Buffer> {
    if (this.#folder === undefined) return randomBytes(32);
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const path = join(this.#folder, "salt");
    // Fails if another process has created it meanwhile, whose salt then counts.
    await writeFile(path, randomBytes(32), { mode: 0o600, flag: "wx" }).catch(() => undefined);
    return readFile(path);
  }
}
