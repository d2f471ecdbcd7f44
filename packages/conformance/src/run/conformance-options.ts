import type { OAuthProvider } from "../oauth/oauth-provider.js";
import type { Profile } from "../requirement/level.js";

/** A request for rows that is known to fail after its first row. */
export interface FailingRequest {
  /** Source that fails. */
  readonly source: string;
  /** Filter it fails with; default: none. */
  readonly filter?: Readonly<Record<string, unknown>>;
}

/** What to judge, how deep, and within which limits. */
export interface ConformanceOptions {
  /** Whose rules count; default: the public texts of the generation that GET / shows. */
  readonly profile?: Profile;
  /** A working account, flat: its kind in `auth` or `identifier`, its fields beside it; default: none, so only what needs no account is judged. */
  readonly account?: Readonly<Record<string, unknown>>;
  /** Headers sent with every request to the connector, such as credentials of the caller; default: none. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Source the data checks use; default: the first whose required filters can be filled. */
  readonly source?: string;
  /** Filter values the data checks use; default: default values and first options. */
  readonly filter?: Readonly<Record<string, unknown>>;
  /** A request known to fail midway, for the checks of failing streams; default: none, and those do not apply. */
  readonly failing?: FailingRequest;
  /** GET / of an earlier version, parsed; default: none, and compatibility is not judged. */
  readonly previous?: unknown;
  /** The suite's own provider, when the connector was started against it; default: none, and OAuth is judged without finishing it. */
  readonly oauthProvider?: OAuthProvider;
  /** Callback address the connector accepts; default: the provider's, else `http://127.0.0.1/callback`. */
  readonly callbackUri?: string;
  /** Sends nothing that could change a token or an account anywhere: no OAuth, no validation of an account with a refresh token; default: false. */
  readonly readOnly?: boolean;
  /** Turns "needs an option that was not given" from not applicable into a failure; default: false. */
  readonly strict?: boolean;
  /** Ids or areas to judge; default: all. */
  readonly only?: readonly string[];
  /** Requests that may be under way at once; default: 1, and 4 for a connector that takes more than a second. */
  readonly concurrency?: number;
  /** Milliseconds of an answer with rows from which on four requests are sent at once; default: 1,000. */
  readonly slowAnswerMs?: number;
  /** Requests sent in all at most; default: 600. */
  readonly maxRequests?: number;
  /** Milliseconds one answer may take; default: 10,000. */
  readonly requestTimeout?: number;
  /** Milliseconds the whole run may take; default: 600,000. */
  readonly timeLimit?: number;
  /** Bytes read of one answer before the suite has seen enough; default: 1 MiB. */
  readonly maxBodyBytes?: number;
  /** Milliseconds a full answer may make its first byte wait longer than a single row does; default: 1,000. */
  readonly firstByteAllowance?: number;
}
