import { readFileSync } from "node:fs";
import { ConnectorError } from "../errors/connector-error.js";

/** Variables of a deployment. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** Where the client of a provider comes from. */
export interface ClientSource {
  /** Prefix of the deployment's variables, such as `GITHUB`. */
  readonly prefix: string;
  /** Client id of the definition; `undefined` when the deployment has it. */
  readonly clientId: string | undefined;
  /** Client secret of the definition; `undefined` when the deployment has it. */
  readonly clientSecret: string | undefined;
}

/** The client this service is at a provider. */
export interface ClientCredentials {
  readonly clientId: string;
  /** Empty for a public client. */
  readonly clientSecret: string;
}

/**
 * Lists the variables that are missing for a client.
 *
 * @param source - What the definition says
 * @param variables - Variables of the deployment
 * @returns Their names
 */
export function missingCredentials(source: ClientSource, variables: Variables): readonly string[] {
  const { prefix, clientId, clientSecret } = source;
  const wanted: string[] = [];
  if (clientId === undefined) wanted.push(`${prefix}_CLIENT_ID`);
  if (clientSecret === undefined) wanted.push(`${prefix}_CLIENT_SECRET`);
  return wanted.filter((name) => readVariable(variables, name) === undefined);
}

/**
 * Gives the client, from the definition or from the deployment.
 *
 * @param source - What the definition says
 * @param variables - Variables of the deployment
 * @returns The client; a part that is missing is empty
 */
export function clientCredentials(source: ClientSource, variables: Variables): ClientCredentials {
  const { prefix, clientId, clientSecret } = source;
  return {
    clientId: clientId ?? readVariable(variables, `${prefix}_CLIENT_ID`) ?? "",
    clientSecret: clientSecret ?? readVariable(variables, `${prefix}_CLIENT_SECRET`) ?? "",
  };
}

/**
 * Reads a variable; one that is empty counts as not set.
 *
 * @param variables - Variables of the deployment
 * @param name - Its name
 * @returns Its text
 */
export function readVariable(variables: Variables, name: string): string | undefined {
  const text = variables[name]?.trim();
  return text === "" ? undefined : text;
}

/**
 * Reads a variable that holds a key or a certificate: its text, or the file that `<name>_FILE` names. The file is read
 * again each time, so that replacing it is enough to rotate what it holds.
 *
 * @param variables - Variables of the deployment
 * @param name - Its name
 * @returns Its text; `undefined` when neither is set
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
 * Reports whether a variable that may name a file is set.
 *
 * @param variables - Variables of the deployment
 * @param name - Its name
 * @returns Whether it is, or `<name>_FILE`
 */
export function hasKeyMaterial(variables: Variables, name: string): boolean {
  return [name, `${name}_FILE`].some((one) => readVariable(variables, one) !== undefined);
}

/**
 * Makes the usual prefix of a provider's variables.
 *
 * @param name - Id of a preset, or name of the provider
 * @returns The name in capitals, such as `CONSTANT_CONTACT`
 */
export function variablePrefix(name: string): string {
  return name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, "_");
}
