import { parseUrl } from "../egress/parse-url.js";

/**
 * Finds the `state` that belongs to a sign-in: the one given beside the callback, else the one inside it.
 *
 * @param callback - Address the provider sends the person back to
 * @param given - `state` as the platform gave it
 * @returns The state; empty when there is none
 */
export function stateOf(callback: string, given: string | undefined): string {
  if (given !== undefined && given !== "") return given;
  return parseUrl(callback)?.searchParams.get("state") ?? "";
}
