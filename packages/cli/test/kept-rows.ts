import { expect } from "vitest";
import { CommandError } from "../src/command-line/command-error.js";
import type { TypeFailure } from "../src/sync/synchronize.js";

/**
 * Finds the types that a synchronization has not applied because the connector sent no rows, and expects that each still has
 * all of its rows.
 *
 * @param failures - The types that failed
 * @param keys - Keys before and after the synchronization, each after its type
 * @returns The failures that are such refusals
 */
export function expectKept(
  failures: readonly TypeFailure[],
  { before, after }: { readonly before: ReadonlySet<string>; readonly after: ReadonlySet<string> },
): readonly TypeFailure[] {
  const refused = failures.filter(
    ({ error }) => error instanceof CommandError && error.message.includes("the connector sent no rows"),
  );
  for (const { type } of refused) {
    const of = (keys: ReadonlySet<string>) =>
      [...keys].filter((key) => key.startsWith(`${type} `)).toSorted();
    expect(of(before)).not.toEqual([]);
    expect(of(after)).toEqual(of(before));
  }
  return refused;
}
