import { readFileSync } from "node:fs";
import { ConnectorError } from "@wellhead/sdk";
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
