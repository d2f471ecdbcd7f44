import { inputInvalid } from "@wellhead/sdk";

/** Hosts to which a password may be sent without encryption, because the traffic does not leave the machine. */
const ownHosts: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Reads the address of a server.
 *
 * @param text - The address as typed; HTTPS when it names no scheme
 * @param hasSecret - Whether requests carry a password or a token
 * @returns The base address
 * @throws ConnectorError `invalid_field` with field `server` when it is not an address, or a secret would be sent
 *   without encryption
 */
export function readServer(text: string, hasSecret: boolean): URL {
  const trimmed = text.trim();
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  const url = URL.canParse(full) ? new URL(full) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "")
    throw refuse("expected an address such as https://trino.example.org, without a user name.");
  if (url.search !== "" || url.hash !== "") throw refuse("expected an address without ? and #.");
  if (hasSecret && url.protocol === "http:" && !ownHosts.has(url.hostname))
    throw refuse("a password or a token is only sent over HTTPS. Write https:// in the address.");
  return url;
}

function refuse(reason: string): Error {
  return inputInvalid(`Could not read the account: ${reason}`, { field: "server" });
}
