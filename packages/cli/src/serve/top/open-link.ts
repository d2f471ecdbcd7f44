import { usageError } from "../../command-line/command-error.js";
import { type CallerHeaders, readAddress } from "../../remote/connect.js";

/** The admin port of a replica. */
export interface Replica {
  readonly url: URL;
  readonly headers: CallerHeaders;
}

/**
 * Reads an operand of `wellhead top`: the address of an admin port, or the link that its terminal printed, whose key is
 * exchanged for a cookie and a token.
 *
 * @param operand - Address or link
 * @param headers - Headers of the command line
 * @returns The address, and the headers that its requests need
 * @throws CommandError when the operand is not an address, or the link has been used
 */
export async function openReplica(operand: string, headers: CallerHeaders): Promise<Replica> {
  const { address = operand, key } = /^(?<address>.*)\/top#key=(?<key>[\w-]+)$/.exec(operand)?.groups ?? {};
  const url = readAddress(address);
  if (key === undefined) return { url, headers };
  const response = await fetch(new URL(`${url.href.replace(/\/$/, "")}/session`), {
    method: "POST",
    body: key,
    headers,
    redirect: "manual",
  }).catch((error: unknown) => {
    throw usageError(`Could not open the link: nothing answers at ${url.origin}.`, { cause: error });
  });
  const token = (await response.text()).trim();
  const [cookie] = response.headers.getSetCookie();
  if (response.status !== 200 || cookie === undefined)
    throw usageError(
      "Could not open the link: it has been used. Take the latest one that the terminal printed.",
    );
  return { url, headers: { ...headers, cookie: cookie.replace(/;.*/, ""), "x-page-token": token } };
}
