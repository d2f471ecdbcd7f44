import { checkOptions } from "@wellhead/sdk";

/** The names of options that the connectors of all database servers have. */
export const serverOptionNames = {
  id: true,
  name: true,
  description: true,
  pinned: true,
  queries: true,
  statementTimeoutMs: true,
  silenceTimeout: true,
} as const;

/** The names of members that a pinned database of every server has. */
export const pinnedNames = {
  host: true,
  port: true,
  database: true,
  user: true,
  password: true,
  connection: true,
  tls: true,
  authority: true,
  clientCertificate: true,
  clientKey: true,
  tables: true,
} as const;

/** The names of all members of an object. The compiler reports a name that is missing. */
type NamesOf<Members> = { readonly [Name in keyof Members]-?: true };

/** Options of {@link checkServerOptions}. */
export interface CheckServerOptions<Options, Pinned> {
  /** Id of the connector, as named in the error. */
  readonly of: string;
  /** The names of the options, without those of the pinned database. */
  readonly known: NamesOf<Options>;
  /** The names of the members of a pinned database. */
  readonly knownPinned: NamesOf<Pinned>;
}

/**
 * Checks the names of the operator's options of a database server, and those of the pinned database.
 *
 * @param options - The options, maybe from a file that no compiler has checked
 * @param checked - Whose they are, and their names
 * @throws TypeError that names the first unknown one
 */
export function checkServerOptions<Pinned extends object, Options extends { readonly pinned?: Pinned }>(
  options: Options,
  { of, known, knownPinned }: CheckServerOptions<Options, Pinned>,
): void {
  checkOptions<Options>(options, { of, known });
  if (options.pinned !== undefined)
    checkOptions<Pinned>(options.pinned, { of: "the pinned database", known: knownPinned });
}
