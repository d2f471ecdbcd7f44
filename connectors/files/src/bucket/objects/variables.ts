/** Variables of the deployment. */
export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Returns the value of the first of several variables that is set and not empty.
 *
 * @param variables - Variables of the deployment
 * @param names - Names of the variables
 * @returns The value; `undefined` when none is set
 */
export function firstVariable(variables: Variables, names: readonly string[]): string | undefined {
  return names.map((name) => variables[name]?.trim()).find((value) => value !== undefined && value !== "");
}
