import { inspect } from "node:util";

/** Longest chain of causes that is followed. */
const deepest = 5;

/**
 * Describes a thrown value and its causes for the operator's log: names, codes, messages and stacks, and nothing else
 * of it. Other members of an error, such as a request or its headers, never reach the log.
 *
 * @param thrown - Anything that was thrown
 * @returns The text, still to be scrubbed of secrets
 */
export function describeCause(thrown: unknown): string {
  const parts: string[] = [];
  let next = thrown;
  for (let depth = 0; depth < deepest && next !== undefined; depth += 1) {
    parts.push(describeOne(next));
    next = causeOf(next);
  }
  return parts.join("\ncaused by: ");
}

function describeOne(value: unknown): string {
  if (!(value instanceof Error))
    return `not an Error but ${inspect(value, { depth: 0, maxStringLength: 200 })}`;
  const code = "code" in value && typeof value.code === "string" ? ` [${value.code}]` : "";
  return `${value.stack ?? `${value.name}: ${value.message}`}${code}`;
}

function causeOf(value: unknown): unknown {
  return value instanceof Error ? value.cause : undefined;
}
