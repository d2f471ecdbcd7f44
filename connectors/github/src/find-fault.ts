import { type HttpAnswer, inputInvalid, upstreamUnavailable } from "@wellhead/sdk";

/**
 * Finds what GitHub says in ways of its own.
 *
 * @param answer - An answer of the API
 * @returns The error to throw, or `undefined` when the usual rules hold
 */
export function findFault({ status }: HttpAnswer): Error | undefined {
  if (status === 202) {
    return upstreamUnavailable("Read statistics: GitHub is still computing them, try again in a minute", {
      retryAfter: 3,
    });
  }
  if (status === 204)
    return inputInvalid("Read statistics: the repository is empty", { field: "repository" });
  if (status === 409) return inputInvalid("Read commits: the repository is empty", { field: "repository" });
  if (status === 410)
    return inputInvalid("Read issues: the repository has none, they are switched off", {
      field: "repository",
    });
  return undefined;
}
