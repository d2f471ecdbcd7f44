import { inputInvalid } from "@wellhead/sdk";
import { parseUrl } from "@wellhead/sdk/internal";

/** A `state` argument that may follow a listed callback. */
const addedState = /^[?&]state=[\w.~%+=:-]{0,2048}$/;

const loopback = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Checks the address to which a provider will redirect a person.
 *
 * It must be a plain `https:` address, or `http:` on this machine, in its canonical spelling. With a list, it must also
 * equal a listed address character by character; only a `state` argument may be added at its end.
 *
 * @param callback - Address from the platform
 * @param listed - Addresses that the operator allows; an empty list allows every well-formed address
 * @throws ConnectorError `invalid_field` when the address is not allowed
 * @see The connector contract, "OAuth 2"
 */
export function checkCallback(callback: string, listed: readonly string[]): void {
  if (!isWellFormed(callback)) {
    throw inputInvalid(
      'Could not use "callback_uri": expected a plain https address such as https://platform.example/callback, got another.',
      { field: "callback_uri" },
    );
  }
  if (listed.length === 0 || listed.some((one) => isListed(callback, one))) return;
  throw inputInvalid(
    'Could not use "callback_uri": the address is not in the list of this service. Its operator must add it to WELLHEAD_CALLBACKS.',
    { field: "callback_uri" },
  );
}

/**
 * Reads the operator's list of callbacks.
 *
 * @param text - Comma-separated addresses
 * @returns The addresses; an empty list for empty text
 * @throws TypeError naming the first address that is not well-formed
 */
export function parseCallbacks(text: string): readonly string[] {
  const listed = text
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
  const wrong = listed.find((one) => !isWellFormed(one));
  if (wrong === undefined) return listed;
  throw new TypeError(
    `Could not read WELLHEAD_CALLBACKS: expected plain https addresses, or http on this machine, separated by commas, got "${wrong}".`,
  );
}

function isListed(callback: string, listed: string): boolean {
  return (
    callback === listed || (callback.startsWith(listed) && addedState.test(callback.slice(listed.length)))
  );
}

function isWellFormed(callback: string): boolean {
  const url = callback.length > 4096 ? undefined : parseUrl(callback);
  if (url === undefined) return false;
  // An address that the parser would normalize is refused, because another parser may normalize it differently.
  if (url.href !== callback && url.href !== `${callback}/`) return false;
  if (url.username !== "" || url.password !== "" || url.hash !== "" || callback.includes("#")) return false;
  if (/%(?:[01][0-9a-f]|7f)/i.test(callback)) return false;
  if (/%(?:2e|2f|5c)/i.test(url.pathname) || url.pathname.includes("//")) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && loopback.has(url.hostname));
}
