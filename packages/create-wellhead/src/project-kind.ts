/** What a connector reads. */
export type ProjectKind = "rest" | "oauth2" | "database" | "files" | "code";

/** The choices of a person who creates a project. */
export interface ProjectOptions {
  /** What the connector reads. */
  readonly kind: ProjectKind;
  /** Name of the project and id of its connector: lower-case letters, digits and hyphens. */
  readonly name: string;
  /** Program that installs packages. */
  readonly manager: "npm" | "pnpm" | "yarn";
  /** Path or address of an OpenAPI document that the connector is created from. Default: an example API of the kind. */
  readonly openapi?: string;
  /** Folder that `npm run pack` has written, which the packages come from. Default: they come from a registry. */
  readonly packages?: string;
}

/** The part of a project that depends on what it reads. */
export interface KindTemplate {
  /** What it reads, for the question and the README. */
  readonly title: string;
  /** Packages of Wellhead that it needs in addition. */
  readonly packages: readonly string[];
  /** Packages of others that it needs, with their ranges. Default: none. */
  readonly engines?: Readonly<Record<string, string>>;
  /** Arguments of `wellhead serve`. */
  readonly serve: string;
  /** The account of its tape. Default: it has no tape. */
  readonly account?: Readonly<Record<string, string>>;
  /** A read of the tape, for the README. Default: the orders. */
  readonly firstRead?: { readonly source: string; readonly filter?: Readonly<Record<string, unknown>> };
  /**
   * Returns the files by path.
   *
   * @param name - Name of the project
   * @returns Text, or bytes
   */
  readonly files: (name: string) => Readonly<Record<string, string | Buffer>>;
}
