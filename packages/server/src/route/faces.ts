import type { Connector } from "@wellhead/sdk";
import type { Endpoint, Face } from "./face.js";

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
