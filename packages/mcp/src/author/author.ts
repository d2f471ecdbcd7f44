import type { Account } from "@wellhead/client";
import { Redactor } from "../secrets/redactor.js";
import type { JudgeEvents, Judgement, JudgeRun } from "./judge-run.js";

/** A connector of the folder, as it is served now. */
export interface AuthoredConnector {
  readonly id: string;
  readonly name: string;
  /** Its base address. */
  readonly base: string;
  /** Credentials that every request must contain. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What is wrong with a file. */
export interface FileFault {
  readonly message: string;
  /** File relative to the folder, line and column, such as `moons.ts:8:3`; empty when it is not known. */
  readonly place: string;
  /** The lines around it. */
  readonly code: readonly string[];
  /** Address of the page of the documentation about it; empty when there is none. */
  readonly page: string;
}

/** How the rows of the last preview differ after a save. */
export interface RowsChange {
  readonly connector: string;
  readonly source: string;
  /** The difference, or why there is none. */
  readonly rows:
    | string
    | {
        readonly before: number;
        readonly after: number;
        readonly addedColumns: readonly string[];
        readonly removedColumns: readonly string[];
        readonly added: readonly string[];
        readonly removed: readonly string[];
        readonly changed: ReadonlyArray<{
          readonly row: string;
          readonly column: string;
          readonly before: string;
          readonly after: string;
        }>;
      };
  /** What is conspicuous about the lists that were read after the save. */
  readonly remarks: readonly ListRemark[];
}

/** The files of the folder as they are on the disk, loaded and checked. */
export interface LoadedFiles {
  /** Number of the revision that is served; 0 when none could be loaded. */
  readonly revision: number;
  readonly loadedAt: string;
  /** Milliseconds from the save until it was served. */
  readonly ms: number;
  /** Why the files as they are now could not be loaded. Default: they were. */
  readonly fault?: FileFault | undefined;
  readonly typeFaults: readonly FileFault[];
  /** Why types are not checked. Default: they are. */
  readonly unchecked?: string | undefined;
  readonly difference?: RowsChange | undefined;
  readonly connectors: readonly AuthoredConnector[];
}

/** A call of a connector to its upstream. Secrets of the account have been removed. */
export interface UpstreamCall {
  readonly connector: string;
  /** Id of the request to the connector that caused it. */
  readonly requestId: string;
  readonly method: string;
  readonly host: string;
  readonly path: string;
  readonly query?: string;
  /** The beginning of the body. */
  readonly sent?: string;
  readonly status?: number;
  /** The beginning of the body of the response. */
  readonly received?: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** Milliseconds that it waited for a limit, or after a failed attempt. */
  readonly waitMs?: number;
  readonly ms: number;
  /** Why it failed. */
  readonly error?: string;
}

/** What is conspicuous about how a list was read. Secrets of the account have been removed. */
export interface ListRemark {
  /** Method and address of the request that shows it. */
  readonly request: string;
  /** A sentence. */
  readonly remark: string;
}

/** An account that the author may use by its name, without seeing it. */
export interface AuthorAccount {
  /** Reads the account. */
  readonly read: () => Promise<Account>;
  /** Reads the account, changes it and stores the change, while no other process uses it. */
  readonly update: (change: (account: Account) => Promise<Account>) => Promise<Account>;
}

/** A read of a tape. */
export interface TapeQuery {
  readonly source: string;
  readonly filter?: Readonly<Record<string, unknown>>;
  readonly limit?: number;
}

/** A run of the judge. */
export interface JudgeQuery extends JudgeEvents {
  readonly connector: AuthoredConnector;
  readonly account: Account | undefined;
  /** Ids or areas of requirements. Default: all. */
  readonly only: readonly string[];
  readonly source?: string | undefined;
  readonly filter?: Readonly<Record<string, unknown>> | undefined;
}

/** Rows of a read of a tape. */
export interface PlayedRows {
  readonly source: string;
  readonly rows: number;
}

/** The faults that can be played against a tape. */
export const tapeFaults = [
  "rate limit",
  "cut",
  "expired",
  "repeated page",
  "empty page",
  "missing pointer",
] as const;

/** A fault that can be played against a tape. */
export type TapeFault = (typeof tapeFaults)[number];

/** How the rows ended when a response of a tape failed. */
export interface PlayedFault {
  /** Number of the response on the tape. */
  readonly at: number;
  readonly kind: string;
  readonly request: string;
  readonly outcome: "right" | "reported" | "stopped" | "wrong";
  readonly detail: string;
}

/** What the tools of an author need of the folder in which a connector is written. */
export interface Author {
  /** Returns the files as they are on the disk now, loaded. Checking their types takes seconds. */
  readonly load: (types: "checked" | "unchecked") => Promise<LoadedFiles>;
  /**
   * Finds an account that a connector may use: one of `wellhead login` by its name, or without a name that of the
   * command line or of the tape; `undefined` when there is none.
   */
  readonly account: (connector: string, name: string | undefined) => AuthorAccount | undefined;
  /** Lists the names of the connected accounts of a connector. */
  readonly accountNames: (connector: string) => Promise<readonly string[]>;
  /** Remembers a request for rows, which the next save repeats. */
  readonly noteRows: (request: {
    readonly connector: string;
    readonly source: string;
    readonly body: Readonly<Record<string, unknown>>;
  }) => void;
  /** Returns the latest requests to upstreams, the oldest first. */
  readonly calls: () => readonly UpstreamCall[];
  /**
   * Returns what is conspicuous about the lists that were read for a request for rows, once it has ended.
   *
   * @param requestId - Id of the request
   * @param isWhole - Whether all rows were read, so that a page that was not requested never will be
   */
  readonly remarks: (requestId: string, isWhole: boolean) => Promise<readonly ListRemark[]>;
  /** Judges the connector; fails when another revision of the files replaces the one that is judged. */
  readonly judge: (query: JudgeQuery) => Promise<Judgement>;
  /** Writes a tape in the folder. */
  readonly record: (query: {
    readonly connector: string;
    readonly file: string;
    readonly account: AuthorAccount | undefined;
    /** Default: every source that needs no filter. */
    readonly reads: readonly TapeQuery[] | undefined;
    readonly signal: AbortSignal;
  }) => Promise<{ readonly interactions: number; readonly reads: number }>;
  /** Makes every call of a tape again; fails when the connector does not read the tape. */
  readonly replay: (query: {
    readonly file: string;
    readonly signal: AbortSignal;
  }) => Promise<readonly PlayedRows[]>;
  /** Plays faults against a tape. */
  readonly playFaults: (query: {
    readonly file: string;
    readonly kinds: readonly TapeFault[];
    readonly signal: AbortSignal;
    /** Called after each fault with the number of those played so far, and of all. */
    readonly onPlayed: (played: number, total: number) => void;
  }) => Promise<readonly PlayedFault[]>;
  /** Finds sections of the documentation, the best first. */
  readonly searchDocuments: (
    words: string,
  ) => ReadonlyArray<{ readonly page: string; readonly title: string; readonly excerpt: string }>;
  /** Returns the text of a page, or of a section of it. */
  readonly openDocument: (page: string) => string;
  /** Writes a new project into the folder, which must be empty. */
  readonly createProject: (query: {
    readonly kind: string;
    readonly name: string;
    /** Path of a description of the API in the folder. Default: an example of the kind. */
    readonly from: string | undefined;
  }) => Promise<readonly string[]>;
}

/** Options of a server for authors. */
export interface AuthorOptions {
  /** The folder. */
  readonly author: Author;
  /** Version of the server, which clients show. */
  readonly version: string;
  /** Called with faults of the server. Default: ignored. */
  readonly onError?: (error: unknown) => void;
  /** Returns the message of an error of the folder for the model; `undefined` for a fault of the server. */
  readonly explain: (error: unknown) => string | undefined;
  /** Maximum size of one copy of an answer in bytes. Default: 16 KiB. */
  readonly maxAnswerBytes?: number;
}

/** What the tools of an author share. */
export class AuthorWorkspace {
  readonly author: Author;
  readonly redactor = new Redactor();
  readonly now = Date.now;
  readonly onError: (error: unknown) => void;
  readonly explain: (error: unknown) => string | undefined;
  readonly maxAnswerBytes: number;
  /** The run of the judge whose result no call has returned yet. Default: none. */
  judgeRun: JudgeRun | undefined;

  /** @param options - The folder, and limits */
  constructor({ author, explain, onError, maxAnswerBytes = 16 * 1024 }: AuthorOptions) {
    this.author = author;
    this.explain = explain;
    this.onError = onError ?? (() => undefined);
    this.maxAnswerBytes = Math.max(4096, maxAnswerBytes);
  }
}
