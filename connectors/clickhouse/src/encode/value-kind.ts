/** A column of a result. */
export interface ResultColumn {
  readonly name: string;
  /** Its type as the server writes it. */
  readonly type: string;
}

/** A type as the server writes it, such as `Decimal(10, 2)`. */
export interface ServerType {
  /** Its name, such as `Decimal`. */
  readonly name: string;
  /** What is in its parentheses, such as `10` and `2`. */
  readonly parameters: readonly string[];
}

const token = /'(?:[^'\\]|\\[\s\S])*'|`(?:[^`\\]|\\[\s\S])*`|[(),]|[^'`(),]+/g;

/**
 * Parses the name of a type.
 *
 * @param text - The type as the server writes it
 * @returns Its name and its parameters
 */
export function parseType(text: string): ServerType {
  const open = text.indexOf("(");
  if (open < 0) return { name: text.trim(), parameters: [] };
  const parameters: string[] = [];
  let depth = 0;
  let current = "";
  for (const [part] of text.slice(open + 1, text.lastIndexOf(")")).matchAll(token)) {
    if (part === "(") depth += 1;
    if (part === ")") depth -= 1;
    if (part === "," && depth === 0) {
      parameters.push(current.trim());
      current = "";
    } else current += part;
  }
  if (current.trim() !== "") parameters.push(current.trim());
  return { name: text.slice(0, open).trim(), parameters };
}

/**
 * Returns the type of the values of a column, without what says how they are stored.
 *
 * @param text - The type as the server writes it
 * @returns The type inside of `Nullable`, `LowCardinality` and `SimpleAggregateFunction`
 */
export function valueType(text: string): ServerType {
  const type = parseType(text);
  const { name, parameters } = type;
  if (name === "Nullable" || name === "LowCardinality") return valueType(parameters[0] ?? "");
  return name === "SimpleAggregateFunction" ? valueType(parameters[1] ?? "") : type;
}

/**
 * Returns the type of a member of a tuple, which may have a name.
 *
 * @param text - A parameter of a `Tuple`
 * @returns The type
 */
export function memberType(text: string): string {
  return (
    /^(?:`(?:[^`\\]|\\[\s\S])*`|[A-Za-z_]\w*)\s+(?<type>[A-Z][\s\S]*)$/.exec(text)?.groups?.["type"] ?? text
  );
}

/**
 * Returns whether values contain states of an aggregate function, which have no text.
 *
 * @param text - The type as the server writes it
 * @returns Whether the type is one, or contains one
 */
export function holdsStates(text: string): boolean {
  const { name, parameters } = parseType(text);
  if (name === "AggregateFunction") return true;
  return name !== "Enum8" && name !== "Enum16" && parameters.some((part) => holdsStates(memberType(part)));
}
