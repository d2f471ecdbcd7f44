import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { ServiceLog } from "../observe/logs/service-log.js";

/** Options of {@link WatchedFiles}. */
export interface WatchedFilesOptions {
  /** Description of the files for the log. */
  readonly title: string;
  readonly paths: readonly string[];
  /** Reads the files and applies them. When they are invalid, it throws and the previous ones stay in use. */
  readonly apply: () => void;
  readonly log: ServiceLog;
}

/**
 * Milliseconds between two checks of the files. Mounted secrets are replaced by switching symbolic links, which file
 * watchers do not notice.
 */
const intervalMs = 5000;

/** Reloads files when they have changed. */
export class WatchedFiles {
  readonly #options: WatchedFilesOptions;
  readonly #timer: NodeJS.Timeout;
  #digest: string;

  /** @param options - Files that are already in use */
  constructor(options: WatchedFilesOptions) {
    this.#options = options;
    this.#digest = digestOf(options.paths);
    this.#timer = setInterval(() => this.check(), intervalMs).unref();
  }

  /** Checks the files now. An invalid file is logged once, and the previous ones stay in use. */
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

  /** Stops checking. */
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
      // The file is being replaced. The next check reads the new one.
      hash.update("missing");
    }
  }
  return hash.digest("hex");
}
