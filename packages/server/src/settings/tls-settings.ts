import { readFileSync } from "node:fs";
import { createSecureContext, type SecureContextOptions } from "node:tls";

/** Certificates of a listener, as PEM files. They are reloaded when they change. */
export interface TlsSettings {
  /** Path of the certificate, followed in the file by the intermediate certificates. */
  readonly cert: string;
  /** Path of the private key of the certificate. */
  readonly key: string;
  /**
   * Path of the certificates of the authorities that sign client certificates. When it is set, a valid client
   * certificate is a credential. Default: client certificates are not requested.
   */
  readonly clientCa?: string;
}

/**
 * Reads the paths of the certificates from the environment.
 *
 * @param variables - Environment of the process
 * @returns The files; `undefined` when there are none
 * @throws TypeError when only one of certificate and key is set, or neither although client authorities are set
 */
export function readTlsVariables(
  variables: Readonly<Record<string, string | undefined>>,
): TlsSettings | undefined {
  const cert = variables["WELLHEAD_TLS_CERT"] || undefined;
  const key = variables["WELLHEAD_TLS_KEY"] || undefined;
  const clientCa = variables["WELLHEAD_TLS_CLIENT_CA"] || undefined;
  if (cert === undefined && key === undefined && clientCa === undefined) return undefined;
  if (cert === undefined || key === undefined)
    throw new TypeError(
      `Could not read ${cert === undefined ? "WELLHEAD_TLS_CERT" : "WELLHEAD_TLS_KEY"}: it is not set. A certificate and its key are needed together.`,
    );
  return { cert, key, ...(clientCa !== undefined && { clientCa }) };
}

/**
 * Reads the certificates and checks that they match.
 *
 * @param settings - The files
 * @returns Options for the listener
 * @throws TypeError that names a file that cannot be read, or when the files do not match
 */
export function readTlsFiles(settings: TlsSettings): SecureContextOptions {
  const options = {
    cert: readPem(settings.cert),
    key: readPem(settings.key),
    ...(settings.clientCa !== undefined && { ca: readPem(settings.clientCa) }),
  };
  try {
    createSecureContext(options);
  } catch (error) {
    // The message of OpenSSL never contains key material.
    throw new TypeError(
      `Could not use the certificate "${settings.cert}" with the key "${settings.key}": ${error instanceof Error ? error.message : "they do not fit together"}.`,
      { cause: error },
    );
  }
  return options;
}

function readPem(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new TypeError(`Could not read the TLS file "${file}". Check the path and its permissions.`, {
      cause: error,
    });
  }
}
