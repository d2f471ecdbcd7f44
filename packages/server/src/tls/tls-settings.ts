import { readFileSync } from "node:fs";
import { createSecureContext, type SecureContextOptions } from "node:tls";

/** Certificates of a listener, as PEM files. They are read again when they change. */
export interface TlsSettings {
  /** Certificate, followed by the intermediate ones. */
  readonly cert: string;
  /** Private key of the certificate. */
  readonly key: string;
  /**
   * Authorities that sign the certificates of callers. With it a valid client certificate is a credential. Default:
   * client certificates are not asked for.
   */
  readonly clientCa?: string;
}

/**
 * Reads where the certificates are from the environment.
 *
 * @param variables - Environment of the process
 * @returns The files; `undefined` when there are none
 * @throws TypeError when one of certificate and key is missing
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
 * Reads the certificates and checks that they fit together.
 *
 * @param settings - The files
 * @returns What a listener takes
 * @throws TypeError naming the file that cannot be read, or saying that the files do not fit together
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
    // The cause names the fault of the library; it never quotes a key.
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
