import { parseUrl } from "../egress/parse-url.js";
import { inputInvalid } from "../errors/input-invalid.js";

/** What `state` may look like where it is added to a listed callback. */
const addedState = /^[?&]state=[\w.~%+=:-]{0,2048}$/;

const loopback = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Checks the address a provider will send a person back to.
 *
 * With a list, it is one of the list, character by character; a `state` argument at its end is the one thing that
 * may be added. Without a list, it is a plain `https:` address, or `http:` on this machine, in its canonical spelling.
 *
 * @param callback - Address the platform gives
 * @param listed - Addresses the operator allows; empty allows every well-formed one
 * @throws ConnectorError `invalid_field` when it may not be used
 * @see The connector contract, "OAuth 2"
 */
export function checkCallback(callback: string, listed: readonly string[]): void {
  if (!isWellFormed(callback)) {
    throw inputInvalid(
      'Read "callback_uri": found another address, wanted a plain https address such as https://platform.example/callback',
      { field: "callback_uri" },
    );
  }
  if (listed.length === 0 || listed.some((one) => isListed(callback, one))) return;
  throw inputInvalid(
    'Read "callback_uri": found an address this service does not know, wanted one its operator has listed in WELLHEAD_CALLBACKS',
    { field: "callback_uri" },
  );
}

/**
 * Reads the operator's list of callbacks.
 *
 * @param text - Addresses joined by commas
 * @returns The addresses; none for empty text
 * @throws TypeError naming the first that could never be used
 */
export function parseCallbacks(text: string): readonly string[] {
  const listed = text
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
  const wrong = listed.find((one) => !isWellFormed(one));
  if (wrong === undefined) return listed;
  throw new TypeError(
    `Read WELLHEAD_CALLBACKS: found "${wrong}", wanted plain https addresses, or http on this machine, joined by commas`,
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
  // What the parser would repair is refused: another parser may repair it differently.
  if (url.href !== callback && url.href !== `${callback}/`) return false;
  if (url.username !== "" || url.password !== "" || url.hash !== "" || callback.includes("#")) return false;
  if (/%(?:[01][0-9a-f]|7f)/i.test(callback)) return false;
  if (/%(?:2e|2f|5c)/i.test(url.pathname) || url.pathname.includes("//")) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && loopback.has(url.hostname));
}
