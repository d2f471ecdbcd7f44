import type { Connector } from "@wellhead/sdk";
import { isFollowedByPath, resolveConnector, resolvePathConnector } from "./resolve-connector.js";

/** The command line argument from which a worker creates a connector. */
export interface IsolatedArgument {
  /** The word as typed. */
  readonly word: string;
  /** The path that follows a name such as `sqlite`. */
  readonly path?: string;
  /** Folder that relative paths are resolved against. */
  readonly directory: string;
  /** Ids that are already in use. */
  readonly taken: readonly string[];
  /** Maximum number of files of a folder. Default: that of the files connector. */
  readonly maxFiles?: number;
  /** ClickHouse servers that read files. Default: the service itself reads them. */
  readonly engine?: string;
}

/**
 * Creates a connector inside the worker that runs it.
 *
 * @param argument - The word and where it was typed
 * @returns The connector
 * @throws CommandError when the word does not name a connector
 */
export async function loadIsolated({ word, path, taken, ...rest }: IsolatedArgument): Promise<Connector> {
  const options = { ...rest, taken: new Set(taken) };
  return (await isFollowedByPath(word, rest.directory))
    ? resolvePathConnector(word, path, options)
    : resolveConnector(word, options);
}
