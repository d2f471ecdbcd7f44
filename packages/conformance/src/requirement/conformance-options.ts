import type { OAuthProvider } from "../oauth/oauth-provider.js";
import type { Profile } from "./level.js";

/** A request for rows that is known to fail after its first row. */
export interface FailingRequest {
  /** Source of the request. */
  readonly source: string;
  /** Filter of the request; default: none. */
  readonly filter?: Readonly<Record<string, unknown>>;
}

/** What to judge, how thoroughly, and within which limits. */
export interface ConformanceOptions {
  /** Rules to judge by; default: the public texts of the generation that GET / shows. */
  readonly profile?: Profile;
  /**
   * A working account, flat: its kind in `auth` or `identifier`, its fields as further members; default: none, so only
   * requirements that need no account are judged.
   */
  readonly account?: Readonly<Record<string, unknown>>;
  /** Headers sent with every request to the connector, such as credentials of the caller; default: none. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Source used by the data checks; default: the first whose required filters can be filled. */
  readonly source?: string;
  /** Filter values used by the data checks; default: default values and first options. */
  readonly filter?: Readonly<Record<string, unknown>>;
  /**
   * A request that is known to fail midway, for the checks of failing streams; default: none, and those checks do not
   * apply.
   */
  readonly failing?: FailingRequest;
  /** Parsed response of GET / of an earlier version; default: none, and compatibility is not judged. */
  readonly previous?: unknown;
  /**
   * The suite's own provider, if the connector was configured with it; default: none, and OAuth is judged without
   * completing a setup.
   */
  readonly oauthProvider?: OAuthProvider;
  /** Callback address the connector accepts; default: the provider's, else `http://127.0.0.1/callback`. */
  readonly callbackUri?: string;
  /**
   * Whether to send nothing that could change a token or an account anywhere: no OAuth, no validation of an account
   * with a refresh token; default: false.
   */
  readonly readOnly?: boolean;
  /**
   * Whether a requirement fails, instead of not applying, when it needs an option that was not given; default: false.
   */
  readonly strict?: boolean;
  /** Ids or areas to judge; default: all. */
  readonly only?: readonly string[];
  /** Maximum number of concurrent requests; default: 1, and 4 for a connector that takes more than a second. */
  readonly concurrency?: number;
  /** Milliseconds of a response with rows from which four requests are sent at once; default: 1,000. */
  readonly slowAnswerMs?: number;
  /** Maximum number of requests in total; default: 600. */
  readonly maxRequests?: number;
  /** Timeout of one response in milliseconds; default: 10,000. */
  readonly requestTimeout?: number;
  /** Timeout of the whole run in milliseconds; default: 600,000. */
  readonly timeLimit?: number;
  /** Maximum number of bytes to read from one response; default: 1 MiB. */
  readonly maxBodyBytes?: number;
  /** Called after each requirement with how many have been judged, of how many; default: nothing is. */
  readonly onJudged?: (judged: number, total: number) => void;
  /** Ends the run early: what has not been judged then is reported as not judged; default: nothing does. */
  readonly signal?: AbortSignal;
  /** Milliseconds by which the first byte of a full response may be later than that of a single row; default: 1,000. */
  readonly firstByteAllowance?: number;
}
