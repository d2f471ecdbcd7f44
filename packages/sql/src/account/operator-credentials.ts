import { readFileSync } from "node:fs";
import { isConnectorError, Secret } from "@wellhead/sdk";
import { readTextEncoding } from "../encode/text-codec.js";
import type { OperatorParts } from "./connection-options.js";
import { type Credentials, type DatabaseHost, readTlsMode } from "./credentials.js";
import { readCertificates } from "./read-certificates.js";
import { readHosts } from "./read-hosts.js";

/**
 * Builds the credentials of a database that the operator chose.
 *
 * @param parts - What the operator wrote, merged from all places where it may be written
 * @param defaultPort - Port to use when no part names one
 * @returns The credentials
 * @throws TypeError that names what is missing or invalid; it aborts the start
 */
export function operatorCredentials(parts: OperatorParts, defaultPort: number): Credentials {
  const { socketPath, searchPath, requiresChannelBinding, serverRole, isBalanced } = parts;
  const [first, ...otherHosts] = hostsOf(parts, defaultPort);
  const tls = readTlsMode(parts.tls ?? "verify-full");
  if (tls === undefined) throw unreadable(`its encryption mode "${parts.tls}" is not known`);
  const encoding = parts.encoding === undefined ? undefined : readTextEncoding(parts.encoding);
  if (parts.encoding !== undefined && encoding === undefined)
    throw unreadable(`its text encoding "${parts.encoding}" is not known`);
  return {
    ...first,
    ...(otherHosts.length > 0 && { otherHosts }),
    ...(serverRole !== undefined && { serverRole }),
    ...(isBalanced === true && { isBalanced }),
    database: required(parts.database, "database"),
    user: required(parts.user, "user"),
    password: parts.password?.reveal() ?? "",
    // No one else can read the traffic on a local socket.
    tls: socketPath === undefined ? tls : "disable",
    ...(socketPath !== undefined && { socketPath }),
    ...(encoding !== undefined && { encoding }),
    ...(searchPath !== undefined && { searchPath }),
    ...(requiresChannelBinding === true && { requiresChannelBinding }),
    ...certificatesOf(parts),
  };
}

/** Returns the hosts. For a socket, its path takes the place of the host name. */
function hostsOf(
  { socketPath, address = "", host = address, port = "" }: OperatorParts,
  defaultPort: number,
): readonly [DatabaseHost, ...DatabaseHost[]] {
  const options = { defaultPort, refuse: (reason: string) => unreadable(reason) };
  if (socketPath === undefined) return readHosts({ host, address, port }, options);
  const [only] = readHosts({ host: "localhost", address: "", port }, options);
  return [{ ...only, host: socketPath }];
}

function certificatesOf(parts: OperatorParts): ReturnType<typeof readCertificates> {
  try {
    return readCertificates({
      authority: parts.authority ?? contentOf(parts.authorityFile),
      clientCertificate: parts.clientCertificate ?? contentOf(parts.clientCertificateFile),
      clientKey: parts.clientKey ?? contentOf(parts.clientKeyFile),
      passphrase: parts.clientKeyPassphrase?.reveal() ?? "",
    });
  } catch (error) {
    if (isConnectorError(error))
      throw unreadable(error.message.replace(/^Could not read [^:]*: /, ""), error);
    throw error;
  }
}

function contentOf(file: string | undefined): string {
  return file === undefined ? "" : readOperatorFile(file);
}

/**
 * Reads a file that the operator named.
 *
 * @param file - Its path
 * @returns Its text
 * @throws TypeError that names the file
 */
export function readOperatorFile(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : "it is not readable";
    throw unreadable(`its file "${file}" cannot be read (${reason})`, error);
  }
}

/**
 * Converts what an operator wrote as plain text into connection parts.
 *
 * @param members - The plain values
 * @returns The same parts, with the password wrapped so that it is not shown
 */
export function operatorParts(
  members: Omit<OperatorParts, "password" | "tls" | "encoding" | "port"> & {
    readonly port?: number | undefined;
    readonly password?: string | undefined;
    readonly tls?: string | undefined;
    readonly encoding?: string | undefined;
  },
): OperatorParts {
  const { password, port, ...rest } = members;
  const known = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  // `operatorCredentials` checks the names of the mode and of the encoding.
  return {
    ...(known as OperatorParts),
    ...(port !== undefined && { port: String(port) }),
    ...(password !== undefined && { password: new Secret(password) }),
  };
}

function required(value: string | undefined, name: string): string {
  if (value !== undefined && value.trim() !== "") return value;
  throw unreadable(`it names no ${name}`);
}

function unreadable(reason: string, cause?: unknown): TypeError {
  return new TypeError(`Could not read the pinned database: ${reason.replace(/\.$/, "")}.`, { cause });
}

/**
 * Returns what users other than the owner may do with a file.
 *
 * @param status - Status of the file
 * @param platform - Operating system. Default: that of the process
 * @returns The permissions of its group and of everybody, as in `chmod`; 0 on Windows, which grants permissions in another way
 */
export function permissionsOfOthers(
  { mode }: { readonly mode: number },
  platform: string = process.platform,
): number {
  return platform === "win32" ? 0 : mode & 0o077;
}
