import { createRequire } from "node:module";
import type { Socket } from "node:net";
import { type ClientCertificate, upstreamInvalid, upstreamTimeout, upstreamUnavailable } from "@wellhead/sdk";
import type * as undici from "undici";
import type { buildConnector } from "undici";
import { endWhenRead } from "../node-20/end-when-read.js";
import type { Egress } from "./egress.js";

/** Options of the connections of an HTTP client. */
export interface GuardedConnectorOptions {
  /** Timeout for the TLS handshake, in milliseconds. Default: 5,000. */
  readonly tlsTimeout?: number;
  /** Certificate authorities to trust instead of the defaults, as PEM. Default: those of the egress, else Node's. */
  readonly ca?: string | readonly string[];
  /** Certificate to present to a server that requests one. Default: none. */
  readonly certificate?: ClientCertificate | undefined;
}

/**
 * Creates the function through which an undici client connects: TCP through the egress, then TLS for the original
 * host name.
 *
 * @param egress - The egress
 * @param options - Options of the connections
 * @returns The `connect` option of an undici `Agent`
 */
export function guardedConnector(
  egress: Egress,
  options: GuardedConnectorOptions = {},
): buildConnector.connector {
  const { tlsTimeout = 5000, ca = egress.authorities, certificate } = options;
  const secure = loadUndici().buildConnector({
    timeout: tlsTimeout,
    allowH2: false,
    ...(ca !== undefined && { ca: [ca].flat() }),
    ...certificate,
  });
  return (target, callback) => {
    open(egress, secure, target).then(
      (socket) => process.nextTick(callback, null, endWhenRead(socket)),
      (error: unknown) => process.nextTick(callback, error, null),
    );
  };
}

async function open(
  egress: Egress,
  secure: buildConnector.connector,
  target: buildConnector.Options,
): Promise<Socket> {
  const { hostname, protocol, port } = target;
  const usual = protocol === "https:" ? 443 : 80;
  const socket = await egress.dial({ host: hostname, port: port === "" ? usual : Number(port) });
  if (protocol !== "https:") return socket;
  return await new Promise((resolve, reject) => {
    secure({ ...target, httpSocket: socket }, (error, secured) => {
      if (error === null) return resolve(secured);
      socket.destroy();
      return reject(handshakeFailure(hostname, error));
    });
  });
}

function handshakeFailure(host: string, cause: Error): Error {
  const code = "code" in cause ? cause.code : undefined;
  if (code === "UND_ERR_CONNECT_TIMEOUT") {
    return upstreamTimeout(
      `Could not connect to "${host}": no response to the TLS handshake. Try again later.`,
      { cause },
    );
  }
  if (code === "ECONNRESET") {
    return upstreamUnavailable(
      `Could not connect to "${host}": the server closed the connection during the TLS handshake. Check the port, or try again later.`,
      { cause },
    );
  }
  const fault = tlsFaults.get(code) ?? "the TLS handshake failed";
  return upstreamInvalid(`Could not connect to "${host}": ${fault}.`, { cause });
}

const untrusted = "its certificate is not signed by an authority that this service trusts";
const untrustedChain = "its certificate chain does not lead to an authority that this service trusts";

/** What is wrong, by the code of OpenSSL. */
const tlsFaults: ReadonlyMap<unknown, string> = new Map(
  Object.entries({
    CERT_HAS_EXPIRED: "its certificate has expired",
    ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another name",
    DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
    SELF_SIGNED_CERT_IN_CHAIN: untrusted,
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrustedChain,
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrustedChain,
    ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED:
      "it requires a client certificate, and this service has none for it",
  }),
);

const require = createRequire(import.meta.url);

/**
 * Loads the HTTP client when it is first needed: its 130 files are a sixth of the time that a service takes to start.
 *
 * @returns The client
 */
export function loadUndici(): typeof undici {
  // What `require()` returns has no type. Node.js keeps it after the first call.
  return require("undici") as typeof undici;
}
