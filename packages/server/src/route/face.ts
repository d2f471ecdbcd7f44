import type { Connector } from "@wellhead/sdk";
import type { Answer } from "../answer/answer.js";
import type { ErrorFacts } from "../answer/error-answer.js";
import type { GivenAccount } from "../request/given-account.js";
import type { JsonObject } from "../request/read-member.js";
import type { WireRequest } from "../request/wire-request.js";
import type { RequestScope } from "../scope/request-scope.js";

/** A received request whose body is parsed. */
export interface ReceivedRequest {
  readonly request: WireRequest;
  /** The JSON body; an empty object when the request had none. */
  readonly body: JsonObject;
}

/** One endpoint of a face. */
export interface Endpoint {
  /** Its name in logs and metrics. No two faces use the same name. */
  readonly name: string;
  readonly method: "GET" | "POST" | "DELETE";
  /** Path below the base address of the connector. */
  readonly path: string;
  /** Whether its responses are streams of rows or of a file, which have limits of their own. */
  readonly streamsRows: boolean;
  /** Whether its body is not parsed, because a third party defines it. Default: `false`; the body is a JSON object. */
  readonly readsBytes?: boolean;
  /** Which of the two requests of a sign-in it handles, for the audit log. Default: neither. */
  readonly signIn?: "start" | "finish" | undefined;
  /**
   * @param connector - A connector
   * @returns Whether the connector has this endpoint. The path of one it does not have returns 404
   */
  isOfferedBy(connector: Connector): boolean;
  /**
   * Handles a request, independent of the HTTP server.
   *
   * @param received - The request
   * @param scope - What its code shares
   * @returns The response; a promise only if something has to be awaited
   * @throws ConnectorError for every error that the caller should see
   */
  handle(received: ReceivedRequest, scope: RequestScope): Answer | Promise<Answer>;
}

/** All that the service knows of one wire format: its paths, its requests and responses, and its errors. */
export interface Face {
  /** Start of the paths that belong to the face, such as `/api`; empty for the face of all other paths. */
  readonly prefix: string;
  readonly endpoints: readonly Endpoint[];
  /**
   * Finds the account of a request before it begins.
   *
   * @param endpoint - Name of the endpoint
   * @param received - The request
   * @returns The account, without members when the request has none
   * @throws ConnectorError when the request is invalid, as the endpoint itself does
   */
  accountOf(endpoint: string, received: ReceivedRequest): GivenAccount;
  /** Builds the JSON body of an error response. */
  readonly errorBody: (facts: ErrorFacts) => object;
}
