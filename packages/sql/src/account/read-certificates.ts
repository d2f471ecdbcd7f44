import { createPrivateKey, X509Certificate } from "node:crypto";
import { accountInvalid } from "@wellhead/sdk";
import type { Credentials } from "./credentials.js";

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

/** What a PEM text must contain. */
interface ReadPemOptions {
  /** Suffix of the labels of its blocks, such as `CERTIFICATE`. */
  readonly label: string;
  /** Account field to name in errors. */
  readonly field: string;
}

const block = /-----BEGIN (?<label>[A-Z0-9 ]+)-----(?<body>[\s\S]*?)-----END \k<label>-----/g;
/** The headers that OpenSSL writes before the body of a key in its own encrypted format. */
const encryption = /^\s*Proc-Type: ?4,ENCRYPTED\s*DEK-Info: ?(?<cipher>[A-Z0-9-]+,[0-9A-Fa-f]+)(?=\s|$)/;

/**
 * Reads PEM text. A single-line form field turns line breaks into spaces or drops them, so they are restored.
 *
 * @param text - The text
 * @param options - What the text must contain
 * @returns The blocks with that label, concatenated
 * @throws ConnectorError `account_invalid` when there is no such block
 */
function readPem(text: string, { label, field }: ReadPemOptions): string {
  const found = [...text.matchAll(block)].filter(({ groups }) => groups?.["label"]?.endsWith(label) === true);
  if (found.length === 0)
    throw accountInvalid(`Could not read the PEM text: expected -----BEGIN ${label}-----.`, { field });
  return found
    .map(({ groups }) => {
      const { label: name = label, body = "" } = groups ?? {};
      const headers = encryption.exec(body);
      const cipher = headers?.groups?.["cipher"];
      const data = headers === null ? body : body.slice(headers[0].length);
      const lines = data.replace(/\s+/g, "").match(/.{1,64}/g) ?? [];
      return [
        `-----BEGIN ${name}-----`,
        ...(cipher === undefined ? [] : ["Proc-Type: 4,ENCRYPTED", `DEK-Info: ${cipher}`, ""]),
        ...lines,
        `-----END ${name}-----`,
        "",
      ].join("\n");
    })
    .join("");
}
