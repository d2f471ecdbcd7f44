import { parseUrl } from "@wellhead/sdk/internal";

/**
 * Returns the `state` of a sign-in: the one that the platform sent, else the one in the callback.
 *
 * @param callback - Address to which the provider redirects the person
 * @param given - `state` that the platform sent
 * @returns The state; empty when there is none
 */
export function stateOf(callback: string, given: string | undefined): string {
  if (given !== undefined && given !== "") return given;
  return parseUrl(callback)?.searchParams.get("state") ?? "";
}
