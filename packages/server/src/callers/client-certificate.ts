import type { Socket } from "node:net";
import { type PeerCertificate, TLSSocket } from "node:tls";

/** What a client certificate says. */
export type CertificateVerdict =
  /** Its subject; the certificate is signed by the trusted authority and current. */
  | { readonly kind: "trusted"; readonly name: string }
  /** Why it does not count. */
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "none" };

const reasons: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "the client certificate has expired",
  CERT_NOT_YET_VALID: "the client certificate is not valid yet",
  CERT_REVOKED: "the client certificate was revoked",
  INVALID_PURPOSE: "the client certificate is not meant for clients",
};

/**
 * Looks at the client certificate of a connection. The handshake accepts every certificate, so that the answer can say
 * what is wrong with it; this is where it counts. A connection may outlive its certificate, so the end is compared with
 * the clock for each request.
 *
 * @param socket - The connection
 * @param now - Milliseconds
 * @returns Whether it counts, and whose it is
 */
export function readClientCertificate(socket: Socket, now: number): CertificateVerdict {
  if (!(socket instanceof TLSSocket)) return { kind: "none" };
  const certificate = certificateOf(socket);
  if (certificate === undefined) return { kind: "none" };
  if (!socket.authorized) {
    // The type says Error; Node sets the code as text.
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

/** Reading a certificate parses it, so it is done once for each connection. */
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
