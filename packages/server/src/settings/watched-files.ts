import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { ServiceLog } from "../logs/service-log.js";

/** Files that belong together, and what takes them when they change. */
export interface WatchedFilesOptions {
  /** What the files are, for the log. */
  readonly title: string;
  readonly paths: readonly string[];
  /** Reads the files and puts them in use; throws when they are wrong, and what was in use stays. */
  readonly apply: () => void;
  readonly log: ServiceLog;
}

/** Milliseconds between two looks at the files. Mounted secrets are replaced by links, which no watch of a file sees. */
const intervalMs = 5000;

/** Puts files in use again when they have changed. */
export class WatchedFiles {
  readonly #options: WatchedFilesOptions;
  readonly #timer: NodeJS.Timeout;
  #digest: string;

  /** @param options - Files that are in use already */
  constructor(options: WatchedFilesOptions) {
    this.#options = options;
    this.#digest = digestOf(options.paths);
    this.#timer = setInterval(() => this.check(), intervalMs).unref();
  }

  /** Looks at the files now. A file that is wrong is logged once and what was in use stays. */
  check(): void {
    const { title, paths, apply, log } = this.#options;
    const digest = digestOf(paths);
    if (digest === this.#digest) return;
    this.#digest = digest;
    try {
      apply();
      log.info({ files: paths }, `Reloaded ${title}`);
    } catch (error) {
      const cause = error instanceof Error ? error.message : "unknown";
      log.error({ files: paths, cause }, `Could not reload ${title}. The ones before stay in use.`);
    }
  }

  /** Stops looking. */
  close(): void {
    clearInterval(this.#timer);
  }
}

function digestOf(paths: readonly string[]): string {
  const hash = createHash("sha256");
  for (const path of paths) {
    hash.update(`\0${path}\0`);
    try {
      hash.update(readFileSync(path));
    } catch {
      // A file that is being replaced; the next look sees the new one.
      hash.update("missing");
    }
  }
  return hash.digest("hex");
}
