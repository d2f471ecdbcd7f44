import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { type ClientCertificate, ConnectorError } from "@wellhead/sdk";
import type { ClientSource } from "@wellhead/sdk/internal";

/** Variables of a deployment. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** The credentials with which this service is registered as a client of a provider. */
export interface ClientCredentials {
  readonly clientId: string;
  /** Empty for a public client. */
  readonly clientSecret: string;
}

/**
 * Lists the variables that are missing for a client.
 *
 * @param source - Credentials from the definition, and prefix of the variables
 * @param variables - Variables of the deployment
 * @returns Names of the missing variables
 */
export function missingCredentials(source: ClientSource, variables: Variables): readonly string[] {
  const { prefix, clientId, clientSecret } = source;
  const wanted: string[] = [];
  if (clientId === undefined) wanted.push(`${prefix}_CLIENT_ID`);
  if (clientSecret === undefined) wanted.push(`${prefix}_CLIENT_SECRET`);
  return wanted.filter((name) => readVariable(variables, name) === undefined);
}

/**
 * Returns the credentials of a client, from the definition or otherwise from the deployment.
 *
 * @param source - Credentials from the definition, and prefix of the variables
 * @param variables - Variables of the deployment
 * @returns The credentials; a missing part is empty
 */
export function clientCredentials(source: ClientSource, variables: Variables): ClientCredentials {
  const { prefix, clientId, clientSecret } = source;
  return {
    clientId: clientId ?? readVariable(variables, `${prefix}_CLIENT_ID`) ?? "",
    clientSecret: clientSecret ?? readVariable(variables, `${prefix}_CLIENT_SECRET`) ?? "",
  };
}

/**
 * Reads a variable. An empty variable counts as not set.
 *
 * @param variables - Variables of the deployment
 * @param name - Name of the variable
 * @returns Its text without surrounding white space; `undefined` when it is not set
 */
export function readVariable(variables: Variables, name: string): string | undefined {
  const text = variables[name]?.trim();
  return text === "" ? undefined : text;
}

/**
 * Reads a key or a certificate from the file that `<name>_FILE` names or, without one, from the variable itself. The
 * file is read each time, so replacing it is enough to rotate the key or certificate.
 *
 * @param variables - Variables of the deployment
 * @param name - Name of the variable
 * @returns The key or certificate as text; `undefined` when neither variable is set
 * @throws ConnectorError `internal` when the file cannot be read
 */
export function readKeyMaterial(variables: Variables, name: string): string | undefined {
  const path = readVariable(variables, `${name}_FILE`);
  if (path === undefined) return readVariable(variables, name);
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    throw new ConnectorError(
      "internal",
      `Could not read ${name}_FILE: the file cannot be read. The operator must check its path and its permissions.`,
      { cause: error },
    );
  }
}

/**
 * Reports whether a key or certificate is set, as a variable or as a file.
 *
 * @param variables - Variables of the deployment
 * @param name - Name of the variable
 * @returns Whether `<name>` or `<name>_FILE` is set
 */
export function hasKeyMaterial(variables: Variables, name: string): boolean {
  return [name, `${name}_FILE`].some((one) => readVariable(variables, one) !== undefined);
}

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
