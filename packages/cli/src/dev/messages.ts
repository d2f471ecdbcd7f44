import type { UpstreamCall } from "@wellhead/mcp";
import type { CallerHeaders } from "../remote/connect.js";
import type { Place } from "../serve/original-place.js";

/** What a revision is loaded from. */
export interface RevisionRequest {
  /** Paths and names as `wellhead serve` takes them; the configuration when empty. */
  readonly words: readonly string[];
  /** File with the configuration. Default: `wellhead.config.ts` of the folder. */
  readonly config: string | undefined;
  /** Absolute path of the tape that answers instead of the network. Default: none. */
  readonly tape?: string | undefined;
  /** Port of the debugger; `undefined` for none. */
  readonly inspectPort: number | undefined;
}

/** What is wrong with a definition, or with the rows it returns. */
export interface Fault {
  /** What is wrong, and what to do. */
  readonly message: string;
  /** Where it is wrong; `undefined` when that is not known. */
  readonly place?: Place | undefined;
  /** Places in the author's files that lead there, the innermost first. Default: none. */
  readonly callers?: readonly Place[];
}

/** A connector of a revision. */
export interface ServedConnector {
  readonly id: string;
  readonly name: string;
  /** Its base address in the process of the revision. */
  readonly base: string;
}

/** What is conspicuous about how a list was read for a request. */
export interface ReportedRemark {
  readonly requestId: string;
  /** The sentence, or where a response announces a page that the connector may request itself. */
  readonly remark: string | { readonly announcedIn: string };
  readonly method: string;
  readonly host: string;
  readonly path: string;
  readonly query?: string;
  readonly sent?: string;
}

/** A message to the process of a revision. */
export type RevisionOrder =
  | { readonly type: "load"; readonly request: RevisionRequest }
  | { readonly type: "close-debugger" }
  | { readonly type: "open-debugger"; readonly port: number };

/** A message from the process of a revision. */
export type RevisionReport =
  | {
      readonly type: "serving";
      readonly connectors: readonly ServedConnector[];
      readonly headers: CallerHeaders;
    }
  | { readonly type: "fault"; readonly fault: Fault }
  /** A request failed because of the author's code or of the upstream. */
  | { readonly type: "thrown"; readonly fault: Fault }
  /** A request for rows has ended, with all of them or not. */
  | { readonly type: "rows-end"; readonly requestId: string; readonly isWhole: boolean }
  | { readonly type: "remark"; readonly remark: ReportedRemark }
  /** A line that the author's code has written to standard error. */
  | { readonly type: "output"; readonly line: string }
  | {
      readonly type: "call";
      readonly call: UpstreamCall;
      /** What it sent as credentials, such as a token of an earlier response. */
      readonly credentials: readonly string[];
    }
  | { readonly type: "log"; readonly message: string }
  | { readonly type: "debugger"; readonly url: string | undefined };
