import type { Connector } from "@wellhead/sdk";
import { isFollowedByPath, resolveConnector, resolvePathConnector } from "./resolve-connector.js";

/** What a worker needs to make the connector of a word on the command line. */
export interface IsolatedArgument {
  /** As typed. */
  readonly word: string;
  /** What follows a name such as `sqlite`. */
  readonly path?: string;
  /** Folder that relative paths start from. */
  readonly directory: string;
  /** Ids of connectors so far. */
  readonly taken: readonly string[];
  /** Maximum number of files of a folder. Default: that of the files connector. */
  readonly maxFiles?: number;
}

/**
 * Makes a connector in the worker that runs it.
 *
 * @param argument - The word and where it was typed
 * @returns The connector
 * @throws CommandError when there is none at the word
 */
export async function loadIsolated({ word, path, taken, ...rest }: IsolatedArgument): Promise<Connector> {
  const options = { ...rest, taken: new Set(taken) };
  return (await isFollowedByPath(word, rest.directory))
    ? resolvePathConnector(word, path, options)
    : resolveConnector(word, options);
}
