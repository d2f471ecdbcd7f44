import { createPrivateKey, X509Certificate } from "node:crypto";
import { accountInvalid } from "@wellhead/sdk";
import type { Credentials } from "./credentials.js";
import { readPem } from "./read-pem.js";

/** Certificates as pasted. An empty text means none. */
export interface PastedCertificates {
  readonly authority: string;
  readonly clientCertificate: string;
  readonly clientKey: string;
  /** Passphrase of the client key. An empty text means none. */
  readonly passphrase: string;
}

/**
 * Reads the certificates of both sides and checks that the client key belongs to the client certificate.
 *
 * @param pasted - PEM text, whose line breaks the form may have changed
 * @returns The certificates, with the key decrypted
 * @throws ConnectorError `account_invalid` that names the invalid field
 */
export function readCertificates(
  pasted: PastedCertificates,
): Pick<Credentials, "authority" | "clientCertificate" | "clientKey"> {
  const { authority, clientCertificate, clientKey } = pasted;
  const hasCertificate = clientCertificate.trim() !== "";
  const hasKey = clientKey.trim() !== "";
  if (hasCertificate && !hasKey)
    throw invalid("clientKey", "the client certificate has no key. Paste its private key.");
  if (hasKey && !hasCertificate)
    throw invalid("clientCertificate", "the client key has no certificate. Paste the client certificate.");
  return {
    ...(authority.trim() !== "" && {
      authority: readPem(authority, { label: "CERTIFICATE", field: "authority" }),
    }),
    ...(hasCertificate && readPair(pasted)),
  };
}

function readPair({
  passphrase,
  ...pasted
}: PastedCertificates): Pick<Credentials, "clientCertificate" | "clientKey"> {
  const clientCertificate = readPem(pasted.clientCertificate, {
    label: "CERTIFICATE",
    field: "clientCertificate",
  });
  const pem = readPem(pasted.clientKey, { label: "PRIVATE KEY", field: "clientKey" });
  const isEncrypted = /-BEGIN ENCRYPTED|: 4,ENCRYPTED/.test(pem);
  if (isEncrypted && passphrase === "")
    throw invalid("clientKeyPassphrase", "the client key is encrypted. Enter its passphrase.");
  const key = readKey(pem, isEncrypted ? passphrase : undefined);
  const certificate = readCertificate(clientCertificate);
  if (!certificate.checkPrivateKey(key)) {
    throw invalid(
      "clientKey",
      "the client key does not belong to the client certificate. Paste the key it was made with.",
    );
  }
  return { clientCertificate, clientKey: key.export({ type: "pkcs8", format: "pem" }).toString() };
}

function readKey(key: string, passphrase: string | undefined) {
  try {
    return createPrivateKey({ key, format: "pem", ...(passphrase !== undefined && { passphrase }) });
  } catch (error) {
    if (passphrase === undefined)
      throw invalid("clientKey", "the client key is not a private key. Paste it whole.", error);
    throw invalid(
      "clientKeyPassphrase",
      "the passphrase does not decrypt the client key. Check the passphrase, and that the key is whole.",
      error,
    );
  }
}

function readCertificate(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch (error) {
    throw invalid("clientCertificate", "the client certificate is not a certificate. Paste it whole.", error);
  }
}

function invalid(field: string, reason: string, cause?: unknown): Error {
  return accountInvalid(`Could not read the account: ${reason}`, { field, cause });
}
