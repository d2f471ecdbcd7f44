import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { type ClientCertificate, ConnectorError } from "@wellhead/sdk";
import { readKeyMaterial, type Variables } from "./client-credentials.js";

/**
 * Reads the certificate with which a deployment authenticates to a provider and to which the provider binds its tokens.
 *
 * @param prefix - Prefix of the deployment's variables, such as `GITHUB`
 * @param variables - Variables of the deployment
 * @returns Certificate and key; `undefined` when neither `<prefix>_CLIENT_CERTIFICATE` nor its key is set
 * @throws ConnectorError `internal` when one of the two is missing, or its file cannot be read
 * @see RFC 8705, sections 2 and 3
 */
export function clientCertificate(prefix: string, variables: Variables): ClientCertificate | undefined {
  const cert = readKeyMaterial(variables, certificateName(prefix));
  const key = readKeyMaterial(variables, certificateKeyName(prefix));
  if (cert === undefined && key === undefined) return undefined;
  if (cert !== undefined && key !== undefined) return { cert, key };
  const missing = cert === undefined ? certificateName(prefix) : certificateKeyName(prefix);
  throw fault(missing, "it is not set, and a certificate and its key are needed together");
}

/**
 * Checks the certificate of a deployment, if it has one: both parts must be readable, they must belong together, and
 * the certificate must not have expired.
 *
 * @param prefix - Prefix of the deployment's variables
 * @param variables - Variables of the deployment
 * @param now - The current time in milliseconds since 1970
 * @throws ConnectorError `internal` naming the invalid variable
 */
export function checkClientCertificate(prefix: string, variables: Variables, now: number): void {
  const found = clientCertificate(prefix, variables);
  if (found === undefined) return;
  const certificate = parseCertificate(found.cert, certificateName(prefix));
  const key = parseKey(found.key, certificateKeyName(prefix));
  if (!certificate.checkPrivateKey(key)) {
    throw fault(certificateKeyName(prefix), `it is not the key of ${certificateName(prefix)}`);
  }
  if (now > Date.parse(certificate.validTo)) {
    throw fault(certificateName(prefix), `the certificate expired on ${certificate.validTo}`);
  }
}

/**
 * Returns the name of the variable that holds the certificate.
 *
 * @param prefix - Prefix of the deployment's variables
 * @returns The name
 */
export function certificateName(prefix: string): string {
  return `${prefix}_CLIENT_CERTIFICATE`;
}

/**
 * Returns the name of the variable that holds the certificate's private key.
 *
 * @param prefix - Prefix of the deployment's variables
 * @returns The name
 */
export function certificateKeyName(prefix: string): string {
  return `${certificateName(prefix)}_KEY`;
}

function parseCertificate(text: string, name: string): X509Certificate {
  try {
    return new X509Certificate(text);
  } catch (error) {
    throw fault(name, "expected a certificate as PEM, got something else", error);
  }
}

function parseKey(text: string, name: string): KeyObject {
  try {
    return createPrivateKey(text);
  } catch (error) {
    throw fault(name, "expected an unencrypted private key as PEM, got something else", error);
  }
}

function fault(name: string, reason: string, cause?: unknown): ConnectorError {
  return new ConnectorError("internal", `Could not read ${name}: ${reason}. The operator must set it.`, {
    cause,
  });
}
