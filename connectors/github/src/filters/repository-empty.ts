import { ConnectorError, inputInvalid } from "@wellhead/sdk";

/** Cause of the error for a repository without commits. */
class RepositoryEmpty extends Error {
  override readonly name = "RepositoryEmpty";
}

/**
 * Creates the error for a repository without commits, to which GitHub responds with 409 or 204.
 *
 * @returns The error to throw
 */
export function repositoryEmpty(): Error {
  return inputInvalid("Could not read commits: the repository is empty.", {
    field: "repository",
    cause: new RepositoryEmpty(),
  });
}

/**
 * Reports whether a repository has no commits, so that its lists of commits and contributors are empty.
 *
 * @param error - The thrown error
 * @returns Whether it is an error of {@link repositoryEmpty}
 */
export function isRepositoryEmpty(error: unknown): boolean {
  return error instanceof ConnectorError && error.cause instanceof RepositoryEmpty;
}
