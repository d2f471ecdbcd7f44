/** The source of a provider's client: the definition or the deployment. */
export interface ClientSource {
  /** Prefix of the deployment's variables, such as `GITHUB`. */
  readonly prefix: string;
  /** Client id from the definition; `undefined` when the deployment sets it. */
  readonly clientId: string | undefined;
  /** Client secret from the definition; `undefined` when the deployment sets it. */
  readonly clientSecret: string | undefined;
}

/**
 * Returns the default prefix of a provider's variables.
 *
 * @param name - Id of a preset, or name of the provider
 * @returns The name in capitals and underscores, such as `CONSTANT_CONTACT`
 */
export function variablePrefix(name: string): string {
  return name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, "_");
}
