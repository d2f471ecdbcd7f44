import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { runConformance } from "@wellhead/conformance";
import type { Author, Judgement, JudgeQuery, LoadedFiles } from "@wellhead/mcp";
import { AccountVault } from "../accounts/account-vault.js";
import { usageError } from "../command-line/command-error.js";
import type { DevSession } from "../dev/dev-session.js";
import { type DocumentSet, loadDocuments } from "../documents/document-set.js";
import { connectedAccount, type StoredAccount, storedAccount } from "../read/pull/account-file.js";
import { readTape } from "../serve/read-tape.js";
import type { Terminal } from "../terminal/terminal.js";
import { pathInside } from "./path-inside.js";
import { runTapeTask, type TapeTaskOptions } from "./run-tape-task.js";
import type { TapeOrder, TapeResults, TapeSubject, TapeTask } from "./tape-messages.js";
import { writeProject } from "./write-project.js";

/** Options of {@link AuthorFolder}. */
export interface AuthorFolderOptions {
  /** The files, loaded on every save. */
  readonly session: DevSession;
  readonly subject: TapeSubject;
  /** Provides the environment. Its folder is that of the author. */
  readonly terminal: Terminal;
  /** Account of calls that name none: its name in wellhead login, a file or a variable. Default: that of the tape. */
  readonly account?: string | undefined;
  /** Absolute path of the tape that answers instead of the network. Default: none. */
  readonly tape?: string | undefined;
}

/** What the tools of an author do, in one folder. */
export class AuthorFolder implements Author {
  readonly #options: AuthorFolderOptions;
  #documents: DocumentSet | undefined;
  #tapeAccount: Readonly<Record<string, unknown>> | undefined;

  /** @param options - Folder, session and accounts */
  constructor(options: AuthorFolderOptions) {
    this.#options = options;
  }

  async load(types: "checked" | "unchecked"): Promise<LoadedFiles> {
    const { session, tape } = this.#options;
    await session.refresh();
    if (types === "checked") await session.finishTypes();
    if (tape !== undefined) this.#tapeAccount = (await readTape(tape)).account;
    const { current, board } = session;
    const { revision, loadedAt, ms, fault, typeFaults, unchecked, difference } = board.state;
    const connectors = current?.connectors ?? [];
    return {
      revision,
      loadedAt,
      ms,
      fault,
      typeFaults,
      unchecked,
      difference,
      connectors: connectors.map(({ id, name, base }) => ({
        id,
        name,
        base,
        headers: current?.headers ?? {},
      })),
    };
  }

  account(connector: string, name: string | undefined): StoredAccount | undefined {
    const { terminal, account } = this.#options;
    // A model may name accounts of the vault, but no file and no variable.
    if (name !== undefined) return connectedAccount(name, { terminal, target: { connector } });
    if (account !== undefined) return storedAccount(account, { terminal, target: { connector } });
    const stored = this.#tapeAccount;
    if (stored === undefined) return undefined;
    return {
      isShared: false,
      read: () => Promise.resolve(stored),
      keep: () => Promise.resolve(),
      update: (change) => change(stored),
    };
  }

  async accountNames(connector: string): Promise<readonly string[]> {
    const entries = await new AccountVault(this.#options.terminal).list();
    return entries.filter((entry) => entry.connector === connector).map(({ name }) => name);
  }

  noteRows(request: Parameters<Author["noteRows"]>[0]): void {
    this.#options.session.noteRows(request);
  }

  calls(): ReturnType<Author["calls"]> {
    return this.#options.session.board.calls;
  }

  remarks(requestId: string, isWhole: boolean): ReturnType<Author["remarks"]> {
    return this.#options.session.remarks(requestId, isWhole);
  }

  async judge(query: JudgeQuery): Promise<Judgement> {
    const { connector, account, only, source, filter, onJudging, onJudged, signal } = query;
    const replaced = new AbortController();
    const isReplaced = (): boolean =>
      !(this.#options.session.current?.connectors ?? []).some(({ base }) => base === connector.base);
    const report = await runConformance(new URL(connector.base), {
      headers: connector.headers,
      ...(account && { account }),
      ...(source !== undefined && { source }),
      ...(filter && { filter }),
      only,
      // The account of a person must remain valid for other programs.
      readOnly: account !== undefined && this.#tapeAccount === undefined,
      // A connector of an API with a small limit waits for it.
      requestTimeout: 60_000,
      signal: AbortSignal.any([signal, replaced.signal]),
      onJudging,
      onJudged: (...progress) => {
        if (isReplaced()) replaced.abort();
        onJudged(...progress);
      },
    }).catch((error: unknown) => {
      throw error instanceof RangeError ? usageError(error.message, { cause: error }) : error;
    });
    // What the judge found may be that the process of an older revision has ended.
    if (isReplaced())
      throw usageError(
        "Could not judge the connector: a file was saved during the run, so that another revision replaced the one that was judged. Call run_judge again.",
      );
    const findings = report.results
      .filter(({ verdict }) => verdict !== "pass" && verdict !== "not-applicable")
      .map(({ id, level, verdict, sentence, detail, fix }) => ({
        id,
        level,
        verdict,
        requirement: sentence,
        found: detail,
        fix,
      }));
    return { headline: report.headline, counts: report.summary, findings };
  }

  async record({
    connector,
    file,
    account,
    reads,
    signal,
  }: Parameters<Author["record"]>[0]): ReturnType<Author["record"]> {
    const path = await this.#tapePath(file);
    // Replaces a tape, and no other file.
    if (existsSync(path)) await readTape(path);
    const stored = (await account?.read()) ?? {};
    const changes: Promise<unknown>[] = [];
    const result = await this.#run<"record">(
      { type: "record", connector, account: stored, reads },
      {
        signal,
        onAccount: (changed) =>
          changes.push(account?.update(() => Promise.resolve(changed)) ?? Promise.resolve()),
      },
    );
    await Promise.all(changes);

    await writeFile(path, result.text);
    return { interactions: result.interactions, reads: result.reads };
  }

  async replay({ file, signal }: Parameters<Author["replay"]>[0]): ReturnType<Author["replay"]> {
    const result = await this.#run<"replay">(
      { type: "replay", tape: await this.#tapeText(file) },
      { signal },
    );

    return result.reads;
  }

  async playFaults({
    file,
    kinds,
    ...options
  }: Parameters<Author["playFaults"]>[0]): ReturnType<Author["playFaults"]> {
    const tape = await this.#tapeText(file);
    const result = await this.#run<"faults">({ type: "faults", tape, kinds }, options);
    return result.outcomes;
  }

  searchDocuments(words: string): ReturnType<Author["searchDocuments"]> {
    return this.#loadedDocuments().search(words);
  }

  openDocument(page: string): string {
    return this.#loadedDocuments().open(page);
  }

  createProject(query: Parameters<Author["createProject"]>[0]): Promise<readonly string[]> {
    return writeProject(this.#options.terminal.directory, query);
  }

  #loadedDocuments(): DocumentSet {
    return (this.#documents ??= loadDocuments());
  }

  #tapePath(file: string): Promise<string> {
    return pathInside(this.#options.terminal.directory, file, /\.json$/);
  }

  async #tapeText(file: string): Promise<string> {
    return await readFile(await this.#tapePath(file), "utf8").catch((error: unknown) => {
      throw usageError(
        `Could not read the tape "${file}": there is no such file. Record it with record_tape.`,
        {
          cause: error,
        },
      );
    });
  }

  #run<Type extends TapeTask["type"]>(
    task: TapeOrder<Type>["task"],
    options: Pick<TapeTaskOptions, "signal" | "onAccount" | "onPlayed">,
  ): Promise<TapeResults[Type]> {
    const { terminal, subject } = this.#options;
    const order = { subject, task };
    return runTapeTask<Type>(order, { directory: terminal.directory, env: terminal.env, ...options });
  }
}
