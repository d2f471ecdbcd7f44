import { inspect } from "node:util";

/** Maximum number of causes that are described. */
const maxCauses = 5;

/** Maximum number of characters per cause. */
const maxLength = 4000;

/**
 * Describes a thrown value and its causes for the operator's log: only names, codes, messages and stacks. Other members
 * of an error, such as a request or its headers, never reach the log.
 *
 * @param thrown - Anything that was thrown
 * @returns The text, from which secrets have not been removed yet
 */
export function describeCause(thrown: unknown): string {
  const parts: string[] = [];
  let next = thrown;
  for (let depth = 0; depth < maxCauses && next !== undefined; depth += 1) {
    parts.push(describeOne(next));
    next = causeOf(next);
  }
  return parts.length === 0 ? "undefined was thrown" : parts.join("\ncaused by: ");
}

function describeOne(value: unknown): string {
  // Proxies, getters and the `toString` of a thrown value may throw.
  try {
    if (!(value instanceof Error))
      return `not an Error but ${inspect(value, { depth: 0, maxStringLength: 200 })}`.slice(0, maxLength);
    const code = "code" in value && typeof value.code === "string" ? ` [${value.code.slice(0, 80)}]` : "";
    return `${(value.stack ?? `${value.name}: ${value.message}`).slice(0, maxLength)}${code}`;
  } catch {
    return "an error that cannot be described: reading it throws";
  }
}

function causeOf(value: unknown): unknown {
  try {
    return value instanceof Error ? value.cause : undefined;
  } catch {
    return undefined;
  }
}
