import { inputInvalid } from "@wellhead/sdk";

/** A statement with its placeholders replaced by parameters of the database. */
export interface BoundQuery {
  /** The statement. A placeholder and what replaces it are equally long, so places in it stay true. */
  readonly sql: string;
  /** Name of the value of each parameter, in order. */
  readonly names: readonly string[];
}

/** How the database writes what a placeholder may not stand in. */
export interface FindPlaceholdersOptions {
  /** What stands for the parameter of that number, counted from one. */
  readonly parameter: (index: number) => string;
  /** Whether every use is a parameter of its own, as with `?`. Default: `false`. */
  readonly repeats?: boolean;
  /** Filter field the statement comes from, for errors. */
  readonly field: string;
}

/** Text, names, comments and dollar quotes; then placeholders. What is not closed runs to the end. */
const token =
  /'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|`[^`]*(?:`|$)|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\$(?<tag>(?:[A-Za-z_]\w*)?)\$[\s\S]*?(?:\$\k<tag>\$|$)|\{\{(?<name>[^{}]*)\}\}/g;

const validName = /^[A-Za-z_]\w*(?:\.\w+)?$/;

/**
 * Replaces `{{name}}` in a statement by parameters, so that values are bound and never become part of it.
 *
 * @param sql - The statement as it was typed
 * @param options - How the database writes parameters
 * @returns The statement and the names of its parameters
 * @throws ConnectorError `invalid_field` when a placeholder stands inside quotes or its name cannot be read
 */
export function findPlaceholders(sql: string, options: FindPlaceholdersOptions): BoundQuery {
  const { parameter, repeats = false, field } = options;
  const names: string[] = [];
  const bound = sql.replace(token, (match: string, ...rest: readonly unknown[]) => {
    // With named groups the last argument of a replacer is the object of them.
    const name = (rest.at(-1) as { readonly name?: string }).name?.trim();
    if (name === undefined) {
      if (!/^['"`$]/.test(match) || !/\{\{[^{}]*\}\}/.test(match)) return match;
      throw inputInvalid(
        `Read the query: found a placeholder inside quotes in ${match}, wanted it without them`,
        {
          field,
        },
      );
    }
    if (!validName.test(name))
      throw inputInvalid(
        `Read the query: found the placeholder "${match}", wanted letters and digits in it`,
        { field },
      );
    const known = repeats ? -1 : names.indexOf(name);
    const index = known >= 0 ? known + 1 : names.push(name);
    return parameter(index).padEnd(match.length);
  });
  return { sql: bound, names };
}
