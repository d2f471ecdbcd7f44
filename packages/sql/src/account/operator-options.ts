import { readConnectionOption } from "./connection-options.js";
import type { OperatorParts } from "./connection-parts.js";

/** Options that name a file or a socket of this machine, and the parts they set. */
const files: ReadonlyMap<string, keyof OperatorParts> = new Map([
  ["sslrootcert", "authorityFile"],
  ["ssl-ca", "authorityFile"],
  ["sslcert", "clientCertificateFile"],
  ["ssl-cert", "clientCertificateFile"],
  ["sslkey", "clientKeyFile"],
  ["ssl-key", "clientKeyFile"],
  ["passfile", "passwordFile"],
  ["service", "service"],
  ["socket", "socketPath"],
  ["unix_socket", "socketPath"],
]);

/**
 * Reads one option of a connection string, a service file or an option file that the operator wrote.
 *
 * @param name - Its name, in any case
 * @param value - Its value
 * @returns The parts it sets, or a sentence that says why it cannot be used. The sentence contains no value.
 */
export function readOperatorOption(name: string, value: string): OperatorParts | string {
  const plain = name.toLowerCase();
  const part = files.get(plain);
  if (part !== undefined && !(plain === "sslrootcert" && value === "system"))
    return value === "" ? {} : { [part]: value };
  if (plain === "host" && value.startsWith("/") && !value.includes(",")) return { socketFolder: value };
  return readConnectionOption(name, value);
}
