import type { Connector } from "@wellhead/sdk";
import type { GivenAccount } from "../wire/account-members.js";
import type { JsonObject } from "../wire/parse-body.js";
import type { WireRequest } from "../wire/wire-request.js";
import type { Answer, ErrorFacts } from "./answer.js";
import type { RequestScope } from "./request-scope.js";

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

/**
 * Makes the handler of an endpoint, which parses the request once.
 *
 * @param parse - Parses the request
 * @param handle - Handles the parsed request
 * @returns The handler
 */
export function parsed<Request>(
  parse: (received: ReceivedRequest) => Request,
  handle: (request: Request, scope: RequestScope) => Answer | Promise<Answer>,
): Endpoint["handle"] {
  return (received, scope) => handle(parse(received), scope);
}

/** The result of routing a request. */
export type Route =
  | { readonly kind: "endpoint"; readonly endpoint: Endpoint }
  | { readonly kind: "options" | "wrong-method"; readonly allow: string }
  | { readonly kind: "unknown" };

/** The faces of a service, which share the base address of each connector. */
export class Faces {
  /** The faces with a prefix, the longest first. */
  readonly #prefixed: readonly Face[];
  /** The face of all other paths. */
  readonly #bare: Face;
  /** Endpoints by method, then by path. */
  readonly #table = new Map<string, Map<string, Endpoint>>();
  readonly #streams = new Set<string>();

  /**
   * @param faces - The faces; exactly one of them has an empty prefix
   * @throws TypeError when two endpoints have the same name or the same path and method, or a path matches no face
   */
  constructor(faces: readonly Face[]) {
    const [bare, ...others] = faces.filter(({ prefix }) => prefix === "");
    if (bare === undefined || others.length > 0)
      throw new TypeError("Could not combine the faces: expected exactly one without a prefix.");
    this.#bare = bare;
    this.#prefixed = faces
      .filter((face) => face !== bare)
      .toSorted((one, other) => other.prefix.length - one.prefix.length);
    const names = new Set<string>();
    for (const face of faces) {
      for (const endpoint of face.endpoints) {
        const { name, method, path, streamsRows } = endpoint;
        const paths = this.#table.get(method) ?? new Map<string, Endpoint>();
        if (names.has(name) || paths.has(path) || this.of(path) !== face)
          throw new TypeError(
            `Could not add the endpoint "${name}": its name or its path belongs to another.`,
          );
        names.add(name);
        this.#table.set(method, paths.set(path, endpoint));
        if (streamsRows) this.#streams.add(name);
      }
    }
  }

  /**
   * @param path - Path below a connector's base address. Default: none is known
   * @returns The face it belongs to, which need not have an endpoint there
   */
  of(path = ""): Face {
    return (
      this.#prefixed.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`)) ?? this.#bare
    );
  }

  /**
   * Finds the endpoint of a request. A path matches with and without one trailing slash. HEAD is allowed where GET is,
   * and OPTIONS on every known path.
   *
   * @param method - HTTP method
   * @param path - Path below the connector's base address
   * @param connector - The connector
   * @returns The endpoint, or the reason why there is none
   * @see The connector contract, "General rules"
   */
  route(method: string, path: string, connector: Connector): Route {
    const endpoint = this.find(method, path);
    if (endpoint?.isOfferedBy(connector)) return { kind: "endpoint", endpoint };
    const methods = [...this.#table].filter(([, paths]) =>
      paths.get(withoutSlash(path))?.isOfferedBy(connector),
    );
    if (methods.length === 0) return { kind: "unknown" };
    const allow = methods.flatMap(([known]) => (known === "GET" ? ["GET", "HEAD"] : [known]));
    return {
      kind: method === "OPTIONS" ? "options" : "wrong-method",
      allow: [...allow, "OPTIONS"].join(", "),
    };
  }

  /**
   * Finds the endpoint that a method and a path name, whether a connector has it or not.
   *
   * @param method - HTTP method
   * @param path - Path below the connector's base address
   * @returns The endpoint; `undefined` when there is none
   */
  find(method: string, path: string): Endpoint | undefined {
    return this.#table.get(method === "HEAD" ? "GET" : method)?.get(withoutSlash(path));
  }

  /**
   * @param name - Name of an endpoint, or any other text
   * @returns Whether it names an endpoint that streams rows
   */
  streamsRows(name: string): boolean {
    return this.#streams.has(name);
  }

  /**
   * Reports whether a name is the first segment of a path of a face. A connector cannot be mounted at such a name.
   *
   * @param segment - First segment of a path, without slashes
   * @returns Whether the path of an endpoint starts with it
   */
  hasSegment(segment: string): boolean {
    return [...this.#table.values()].some((paths) =>
      [...paths.keys()].some((path) => path.split("/")[1] === segment),
    );
  }
}

function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}
