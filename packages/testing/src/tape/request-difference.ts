import type { Interaction, TapeRequest } from "./tape.js";

/** Maximum number of differences in a message. */
const maxDifferences = 6;

/**
 * Lists how a request differs from one on a tape.
 *
 * @param expected - The request on the tape
 * @param got - The request
 * @returns A clause for each difference; empty when they are equal
 */
export function requestDifferences(expected: TapeRequest, got: TapeRequest): readonly string[] {
  const left = partsOf(expected);
  const right = partsOf(got);
  const names = new Set([...left.keys(), ...right.keys()]);
  return [...names].flatMap((name) => {
    const [before, after] = [left.get(name), right.get(name)];
    return before === after ? [] : [`${name}: expected ${show(before)}, got ${show(after)}`];
  });
}

/**
 * Finds the interaction whose request differs least from a request, and says how.
 *
 * @param interactions - The interactions of a tape
 * @param got - The request
 * @returns Sentences for an error message; empty for a tape without interactions
 */
export function nearestRequest(interactions: readonly Interaction[], got: TapeRequest): string {
  let best:
    | { readonly index: number; readonly differences: readonly string[]; readonly distance: number }
    | undefined;
  for (const [index, { request, refused }] of interactions.entries()) {
    // It answers wrong credentials only.
    if (refused === true) continue;
    const differences = requestDifferences(request, got);
    const distance = differences.length + pathDistance(request.url, got.url) * 10;
    if (best === undefined || distance < best.distance) best = { index, differences, distance };
  }
  if (best === undefined) return "The tape is empty.";
  const shown = best.differences.slice(0, maxDifferences).join("; ");
  return `The nearest is interaction ${best.index + 1}, which differs in ${shown}${best.differences.length > maxDifferences ? "; …" : ""}.`;
}

/** Counts the parts of a path that differ. Another origin is further away than any path. */
function pathDistance(left: string, right: string): number {
  const [from, to] = [new URL(left), new URL(right)];
  if (from.origin !== to.origin) return 1000;
  const [parts, others] = [from.pathname.split("/"), to.pathname.split("/")];
  return (
    Math.abs(parts.length - others.length) + parts.filter((part, index) => part !== others[index]).length
  );
}

/** The parts of a request that are compared, by name. */
function partsOf({ method, url, headers, body }: TapeRequest): ReadonlyMap<string, string> {
  const parsed = new URL(url);
  const parts = new Map([
    ["method", method],
    ["path", parsed.origin + parsed.pathname],
  ]);
  for (const name of new Set(parsed.searchParams.keys()))
    parts.set(`query "${name}"`, parsed.searchParams.getAll(name).join(", "));
  for (const [name, value] of Object.entries(headers)) parts.set(`header "${name}"`, value);
  if (body !== undefined)
    addLeaves(parts, "body", "lines" in body ? body.lines.join("\n") : Object.values(body)[0]);
  return parts;
}

function addLeaves(parts: Map<string, string>, place: string, value: unknown): void {
  if (typeof value === "object" && value !== null && Object.keys(value).length > 0)
    for (const [name, member] of Object.entries(value)) addLeaves(parts, `${place}.${name}`, member);
  else
    parts.set(place, typeof value === "string" ? value : `the value ${JSON.stringify(value) ?? "nothing"}`);
}

function show(value: string | undefined): string {
  if (value === undefined) return "nothing";
  const short = value.length > 120 ? `${value.slice(0, 120)}…` : value;
  return short.startsWith("the value ") ? short : `"${short}"`;
}
