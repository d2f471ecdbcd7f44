import type { Socket } from "node:net";
import { type PeerCertificate, TLSSocket } from "node:tls";

/** The result of checking a client certificate. */
export type CertificateVerdict =
  /** The certificate is valid now and signed by the trusted authority; `name` is its subject. */
  | { readonly kind: "trusted"; readonly name: string }
  /** The certificate is not accepted; `reason` says why. */
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "none" };

const reasons: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "the client certificate has expired",
  CERT_NOT_YET_VALID: "the client certificate is not valid yet",
  CERT_REVOKED: "the client certificate was revoked",
  INVALID_PURPOSE: "the client certificate is not meant for clients",
};

/**
 * Checks the client certificate of a connection. The handshake accepts every certificate, so that the response can say
 * what is wrong with it. This function decides whether it counts. A connection may outlive its certificate, so the
 * expiry is compared with the clock for each request.
 *
 * @param socket - The connection
 * @param now - Current time in milliseconds
 * @returns Whether the certificate is accepted, and its subject
 */
export function readClientCertificate(socket: Socket, now: number): CertificateVerdict {
  if (!(socket instanceof TLSSocket)) return { kind: "none" };
  const certificate = certificateOf(socket);
  if (certificate === undefined) return { kind: "none" };
  if (!socket.authorized) {
    // The type is Error, but Node sets a string that holds the code.
    const code = String(socket.authorizationError);
    return {
      kind: "refused",
      reason: reasons[code] ?? "the client certificate is not signed by the trusted authority",
    };
  }
  if (now > Date.parse(certificate.valid_to))
    return { kind: "refused", reason: "the client certificate has expired" };
  const { CN } = certificate.subject;
  return { kind: "trusted", name: (Array.isArray(CN) ? CN.join("+") : (CN ?? "")) || "certificate" };
}

/** The certificate of each connection. Node parses it on every read, so it is read once for each connection. */
const certificates = new WeakMap<TLSSocket, PeerCertificate>();

function certificateOf(socket: TLSSocket): PeerCertificate | undefined {
  const known = certificates.get(socket);
  if (known !== undefined) return known;
  const certificate = socket.getPeerCertificate();
  // Without a certificate Node returns an empty object.
  if (typeof certificate?.valid_to !== "string") return undefined;
  certificates.set(socket, certificate);
  return certificate;
}
