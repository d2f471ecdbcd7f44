import { inputInvalid } from "@wellhead/sdk";

/** Cause of the error for a repository that GitHub blocks, or that does not have what is read. */
export class RepositoryClosed extends Error {
  override readonly name = "RepositoryClosed";
}

/**
 * Creates the error for a repository from which nothing can be read, whatever the token may do.
 *
 * @param sentence - What is wrong
 * @returns The error to throw
 */
export function repositoryClosed(sentence: string): Error {
  return inputInvalid(sentence, { field: "repository", cause: new RepositoryClosed() });
}
