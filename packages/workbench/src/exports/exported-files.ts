import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { StartTimer } from "@wellhead/results";
import type { ExportAnswer, ExportFormat, ExportRequest } from "../protocol/index.js";
import { DataError } from "../runs/data-error.js";
import type { KeptRun } from "../runs/kept-runs.js";

const mediaTypes: Readonly<Record<ExportFormat, string>> = {
  csv: "text/csv; charset=utf-8",
  json: "application/json",
  ndjson: "application/x-ndjson",
  parquet: "application/vnd.apache.parquet",
};
/** Milliseconds that a file waits for its download. */
const maxWaitMs = 60_000;
/** Maximum number of files that wait. */
const maxFiles = 4;

interface ExportedFile {
  readonly path: string;
  readonly format: ExportFormat;
  readonly stopTimer: () => void;
}

/** Files that wait for their download, which removes them. */
export class ExportedFiles {
  readonly #files = new Map<string, ExportedFile>();
  readonly #startTimer: StartTimer;
  #folder: Promise<string> | undefined;

  /** @param startTimer - Starts the timer of a file */
  constructor(startTimer: StartTimer) {
    this.#startTimer = startTimer;
  }

  /**
   * Writes rows to a file.
   *
   * @param run - The rows
   * @param request - Format and selection
   * @returns Where the file can be fetched, once
   * @throws DataError `limit` when too many files wait
   */
  async write({ table, columns }: KeptRun, request: ExportRequest): Promise<ExportAnswer> {
    const { format, ...selection } = request;
    if (!Object.hasOwn(mediaTypes, format))
      throw new DataError("invalid", `Could not export the rows: the format "${format}" is not known.`);
    if (this.#files.size >= maxFiles)
      throw new DataError(
        "limit",
        "Could not export the rows: other files wait for their download. Try again in a minute.",
      );
    this.#folder ??= mkdtemp(join(tmpdir(), "wellhead-exports-"));
    const ticket = randomBytes(24).toString("base64url");
    const path = join(await this.#folder, ticket);
    const names = selection.columns ?? columns.map(({ name }) => name);
    await table.export(path, format, { ...selection, columns: names });
    const stopTimer = this.#startTimer(() => void this.#remove(ticket), maxWaitMs);
    this.#files.set(ticket, { path, format, stopTimer });
    return { href: `data/exports/${ticket}`, rows: await table.count(selection) };
  }

  /**
   * Returns a file as a response, and removes it afterwards.
   *
   * @param ticket - The last part of its address
   * @returns The response
   * @throws DataError `gone` when it has been fetched, or waited too long
   */
  fetch(ticket: string): Response {
    const file = this.#files.get(ticket);
    if (file === undefined)
      throw new DataError(
        "gone",
        "Could not download the file: the address works once. Export the rows again.",
      );
    file.stopTimer();
    this.#files.delete(ticket);
    const content = createReadStream(file.path);
    content.once("close", () => void rm(file.path, { force: true }));
    // The types of Node's streams and of web streams declare the same class separately.
    return new Response(Readable.toWeb(content) as ReadableStream<Uint8Array>, {
      // A name in this header would replace the one that the page chose.
      headers: { "content-type": mediaTypes[file.format], "content-disposition": "attachment" },
    });
  }

  /** Removes all files. */
  async close(): Promise<void> {
    for (const { stopTimer } of this.#files.values()) stopTimer();
    this.#files.clear();
    const folder = await this.#folder;
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }

  async #remove(ticket: string): Promise<void> {
    const file = this.#files.get(ticket);
    this.#files.delete(ticket);
    if (file !== undefined) await rm(file.path, { force: true });
  }
}
