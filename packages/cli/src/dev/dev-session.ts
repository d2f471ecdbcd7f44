import { randomUUID } from "node:crypto";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { ListRemark } from "@wellhead/mcp";
import type { StoredAccount } from "../read/pull/account-file.js";
import type { CheckTypesOptions } from "./check-types.js";
import { checkTypes } from "./check-types.js";
import { compareRows } from "./compare-rows.js";
import { DevBoard, type ShownDifference, showFault } from "./dev-state.js";
import type { Fault, ReportedRemark, RevisionReport, RevisionRequest } from "./messages.js";
import { RemarkBoard } from "./remark-board.js";
import { type LoadedRevision, Revisions } from "./revisions.js";
import { findFirstRequest, type RowsRequest, sampleRows } from "./sample-rows.js";
import { type FileWatch, folderOf, watchFiles } from "./watch-files.js";

/** Milliseconds that a fault of a request waits for those of the types, which explain it. */
const typesFirstMs = 2000;

/** Maximum number of remarks that the page shows. */
const maxRemarks = 20;

/** Milliseconds that rows of both revisions may take before the old one ends. */
const compareTimeoutMs = 10_000;

/** Options of {@link DevSession}. */
export interface DevSessionOptions {
  readonly request: RevisionRequest;
  /** Folder that relative paths are resolved against. */
  readonly directory: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly checksTypes: boolean;
  /** Whether what the author's code prints goes to standard error. Default: false. */
  readonly printsToErrors?: boolean;
  /** Account that rows are read with before the author has requested some. Default: none. */
  readonly account?: ((connector: string) => StoredAccount) | undefined;
  /** Called for messages that are neither faults nor calls: log lines, and where the debugger listens. */
  readonly onReport: (report: RevisionReport) => void;
}

/** Loads the author's files on every save, and keeps what is known about the revisions. */
export class DevSession {
  /** What the page and the terminal show. */
  readonly board = new DevBoard();
  readonly #remarks = new RemarkBoard();
  /** Id of the last request to a revision that was replaced, whose lists say nothing about the new one. */
  #replacedRequest = "";
  readonly #options: DevSessionOptions;
  readonly #revisions: Revisions;
  readonly #watches: FileWatch[] = [];
  #rows: RowsRequest | undefined;
  /** Number of times that an error was shown or hidden. */
  #faults = 0;
  #types = new AbortController();
  #loaded: Promise<void> = Promise.resolve();
  /** What the last load has found, and the last check of types. */
  #shown: Promise<void> = Promise.resolve();
  #typed: Promise<void> = Promise.resolve();

  /** @param options - What to load, and from where */
  constructor(options: DevSessionOptions) {
    this.#options = options;
    this.#revisions = new Revisions({
      ...options,
      onFault: (fault) => {
        this.#typed = this.#checkTypes(0);
        this.#shown = this.#show(fault);
      },
      onReplaced: (next, old) => this.#replaced(next, old),
      onReport: (report) => this.#report(report),
    });
  }

  /** The revision that is served; `undefined` until one has been loaded. */
  get current(): LoadedRevision | undefined {
    return this.#revisions.current;
  }

  /**
   * Remembers a request for rows, which the next save repeats.
   *
   * @param request - The request
   */
  noteRows(request: RowsRequest): void {
    this.#rows = request;
  }

  /** Loads the first revision and watches the files. Resolves when the revision is served, or is broken. */
  async start(): Promise<void> {
    for (const folder of await this.#folders()) {
      this.#watches.push(
        await watchFiles(folder, () => {
          void this.#load();
        }),
      );
    }
    await this.#load();
  }

  /** Checks the types of the files that were loaded last, unless they have been. What was missing may be installed now. */
  async finishTypes(): Promise<void> {
    await this.#typed;
    const { unchecked, typeFaults, fault, revision } = this.board.state;
    const lacksPackage = typeFaults.some(({ message }) => /^TS(?:2307|7016):/.test(message));
    if (unchecked === undefined && !lacksPackage) return;
    this.#typed = this.#checkTypes(fault === undefined ? revision : 0);
    await this.#typed;
  }

  /** Loads what has changed since. Resolves when the files as they are now are served, or are broken. */
  async refresh(): Promise<void> {
    await Promise.all(this.#watches.map((watch) => watch.look()));
    let seen: unknown;
    while (seen !== this.#loaded) {
      seen = this.#loaded;
      await this.#loaded;
      await this.#shown;
    }
  }

  /** Ends the watch and all processes. */
  async close(): Promise<void> {
    for (const watch of this.#watches) watch.close();
    this.#types.abort();
    await this.#revisions.close();
  }

  /** Loads the files. Their types are checked afterwards, to leave the processor to the load. */
  #load(): Promise<void> {
    this.#types.abort();
    this.#loaded = this.#revisions.load();
    return this.#loaded;
  }

  async #folders(): Promise<ReadonlySet<string>> {
    const { request, directory } = this.#options;
    const paths = request.words.length === 0 ? [request.config ?? "."] : request.words;
    const folders = await Promise.all(paths.map((path) => folderOf(resolve(directory, path))));
    return new Set(folders.filter((folder) => folder !== undefined));
  }

  async #show(fault: Fault): Promise<void> {
    this.board.change({ fault: await showFault(fault, this.#options.directory), difference: undefined });
  }

  /** A fault of a request follows from those of the types, so it is shown after them. */
  async #showThrown(fault: Fault): Promise<void> {
    const { revision } = this.board.state;
    this.#faults += 1;
    const latest = this.#faults;
    await Promise.race([this.#typed, delay(typesFirstMs, undefined, { ref: false })]);
    const thrown = await showFault(fault, this.#options.directory);
    if (this.#faults === latest && this.board.state.revision === revision) this.board.change({ thrown });
  }

  #clearThrown(): void {
    this.#faults += 1;
    if (this.board.state.thrown !== undefined) this.board.change({ thrown: undefined });
  }

  #report(report: RevisionReport): void {
    if (report.type === "call") this.board.add(report.call, report.credentials);
    else if (report.type === "fault") this.#shown = this.#show(report.fault);
    else if (report.type === "thrown") void this.#showThrown(report.fault);
    else if (report.type === "rows-end") this.#endRows(report);
    else if (report.type === "remark") this.#addRemark(report.remark);
    else this.#options.onReport(report);
  }

  #endRows({ requestId, isWhole }: Extract<RevisionReport, { readonly type: "rows-end" }>): void {
    this.#remarks.end(requestId);
    if (isWhole) this.#clearThrown();
    void this.#showRemarks(requestId, isWhole);
  }

  async #showRemarks(requestId: string, isWhole: boolean): Promise<void> {
    if (requestId === this.#replacedRequest) return;
    const { revision } = this.board.state;
    const found = await this.remarks(requestId, isWhole);
    const { remarks } = this.board.state;
    const added = found.filter(({ remark }) => remarks.every((one) => one.remark !== remark));
    if (added.length === 0 || this.board.state.revision !== revision) return;
    this.board.change({ remarks: [...remarks, ...added].slice(0, maxRemarks) });
  }

  #addRemark(remark: ReportedRemark): void {
    const isNew = this.#remarks.add(remark);
    if (isNew && typeof remark.remark === "string")
      this.#options.onReport({ type: "log", message: remark.remark });
  }

  /**
   * Returns what is conspicuous about the lists that were read for a request for rows, once it has ended.
   *
   * @param requestId - Its id
   * @param isWhole - Whether all rows were read
   * @returns The remarks
   */
  remarks(requestId: string, isWhole: boolean): Promise<readonly ListRemark[]> {
    return this.#remarks.find(requestId, { calls: () => this.board.calls, isWhole });
  }

  async #replaced(next: LoadedRevision, old: LoadedRevision | undefined): Promise<void> {
    const { number: revision, loadedAt, ms, connectors } = next;
    const paths = connectors.map(({ id }) => `/${id}/`);
    this.board.change({
      revision,
      loadedAt,
      ms,
      connectors: paths,
      fault: undefined,
      thrown: undefined,
      difference: undefined,
      remarks: [],
    });
    this.#typed = this.#checkTypes(revision);
    // A request that the author did not make would stop at the breakpoints.
    const isCompared = old !== undefined && this.#options.request.inspectPort === undefined;
    const difference = isCompared ? await this.#compare(next, old) : undefined;
    if (difference !== undefined && this.board.state.revision === revision) this.board.change({ difference });
  }

  /** Both revisions are asked at the same time, so that a change of the upstream is not taken for one of the code. */
  async #compare(next: LoadedRevision, old: LoadedRevision): Promise<ShownDifference | undefined> {
    const request = this.#rows ?? (await findFirstRequest(old, this.#options.account));
    if (request === undefined) return undefined;
    const signal = AbortSignal.timeout(compareTimeoutMs);
    const requestId = randomUUID();
    this.#replacedRequest = randomUUID();
    const [before, after] = await Promise.all([
      sampleRows(old, request, { signal, requestId: this.#replacedRequest }),
      sampleRows(next, request, { signal, requestId }),
    ]);
    const { connector, source } = request;
    if ("reason" in after)
      return {
        connector,
        source,
        rows: `could not compare the rows: ${after.reason}`,
        remarks: [],
        ...(after.isReported && { isReported: true }),
      };
    // Only the first rows are compared, so more of them may follow.
    const remarks = await this.remarks(requestId, false);
    const rows =
      "reason" in before
        ? `could not compare the rows (${after.length} now) with those before: ${before.reason}`
        : compareRows(before, after);
    return { connector, source, rows, remarks };
  }

  async #checkTypes(typesOf: number): Promise<void> {
    const { request, directory, checksTypes } = this.#options;
    if (!checksTypes) return;
    this.#types.abort();
    this.#types = new AbortController();
    const { signal } = this.#types;
    const paths = request.words.length === 0 ? [request.config ?? "wellhead.config.ts"] : request.words;
    const [folder = directory] = await this.#folders();
    const options: CheckTypesOptions = {
      folder,
      files: paths.map((path) => resolve(directory, path)),
      signal,
    };
    const result = await checkTypes(options);
    if (result === undefined || signal.aborted) return;
    const { unchecked } = result;
    const typeFaults = await Promise.all(
      result.faults.map((fault) => showFault(fault, join(directory, "."))),
    );
    if (!signal.aborted) this.board.change({ typeFaults, typesOf, unchecked });
  }
}
