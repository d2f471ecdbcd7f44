import type { SentRequest } from "../exchange/exchange.js";
import type { OAuthProvider } from "../oauth/oauth-provider.js";
import type { Clock, Waiting } from "../probe/patience.js";
import type { Profile } from "./level.js";

/** A request for rows that is known to fail after its first row. */
export interface FailingRequest {
  /** Source of the request. */
  readonly source: string;
  /** Filter of the request. Default: none. */
  readonly filter?: Readonly<Record<string, unknown>>;
}

/** What to judge, how thoroughly, and within which limits. */
export interface ConformanceOptions {
  /** Rules to judge by. Default: the public texts of the generation that GET / shows. */
  readonly profile?: Profile;
  /**
   * A working account, flat: its kind in `auth` or `identifier`, its fields as further members; default: none, so only
   * requirements that need no account are judged.
   */
  readonly account?: Readonly<Record<string, unknown>>;
  /** Headers sent with every request to the connector, such as credentials of the caller. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Source used by the data checks. Default: the first whose required filters can be filled. */
  readonly source?: string;
  /** Filter values used by the data checks. Default: default values and first options. */
  readonly filter?: Readonly<Record<string, unknown>>;
  /**
   * A request that is known to fail midway, for the checks of failing streams; default: none, and those checks do not
   * apply.
   */
  readonly failing?: FailingRequest;
  /** Parsed response of GET / of an earlier version. Default: none, and compatibility is not judged. */
  readonly previous?: unknown;
  /**
   * The suite's own provider, if the connector was configured with it; default: none, and OAuth is judged without
   * completing a setup.
   */
  readonly oauthProvider?: OAuthProvider;
  /** Callback address the connector accepts. Default: the provider's, else `http://127.0.0.1/callback`. */
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
  /** Ids or areas to judge. Default: all. */
  readonly only?: readonly string[];
  /** Maximum number of concurrent requests. Default: 1, and 8 for a slow connector that answers several at once alike. */
  readonly concurrency?: number;
  /** Milliseconds of a response with rows from which a connector counts as slow. Default: 250. */
  readonly slowAnswerMs?: number;
  /**
   * Maximum number of requests per second. Default: the rate that the connector states in `RateLimit` headers, and no
   * maximum if it states none.
   */
  readonly rate?: number;
  /** Called before each wait of a second or more that a response asked for. Default: no callback. */
  readonly onWaiting?: (waiting: Waiting) => void;
  /** The time by which waits are measured. Default: the time of this machine. */
  readonly clock?: Clock;
  /** Maximum number of requests in total. Default: 1000. */
  readonly maxRequests?: number;
  /** Timeout of one response in milliseconds. Default: 10,000. */
  readonly requestTimeout?: number;
  /** Timeout of the whole run in milliseconds. Default: 600,000. */
  readonly timeLimit?: number;
  /** Maximum number of bytes to read from one response. Default: 1 MiB. */
  readonly maxBodyBytes?: number;
  /** Called before each requirement with its id; several may be judged at the same time. Default: no callback. */
  readonly onJudging?: (id: string) => void;
  /**
   * Called after each requirement with the number of requirements judged so far, their total number, and its id.
   * Default: no callback.
   */
  readonly onJudged?: (judged: number, total: number, id: string) => void;
  /** Called after each request that was sent to the connector or during a sign-in. Default: no callback. */
  readonly onSent?: (sent: SentRequest) => void;
  /**
   * Ends the run early. Requirements that have not been judged by then are reported as not judged. Default: the run
   * does not end early.
   */
  readonly signal?: AbortSignal;
  /** Milliseconds by which the first byte of a full response may be later than that of a single row. Default: 1,000. */
  readonly firstByteAllowance?: number;
}
