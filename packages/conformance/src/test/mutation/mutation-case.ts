import type { OAuthProvider } from "../../oauth/oauth-provider.js";
import type { Requirement } from "../../requirement/requirement.js";
import type * as Target from "./mutation-target.js";

/** The module of mutated checks. */
export type MutationTarget = typeof Target;

/** One thing the tests of the checks look at: a requirement against one server, or a value. */
export interface MutationCase {
  /** Name that stays from run to run. */
  readonly key: string;
  /** What is demanded; a mutant that gives anything else is killed. */
  readonly wanted: string | undefined;
  /** How telling the case is: lower ones are tried first. */
  readonly rank: number;
  /** Judges with the checks of a module. */
  readonly run: (target: MutationTarget) => Promise<string>;
}

/**
 * Lists the cases, each demanding exactly what the tests demand: a wrong server fails its requirement and no other
 * of its area, a right one has the verdicts of the snapshot, a value has the fault of its table.
 *
 * @param target - The module
 * @param provider - The suite's provider
 * @returns The cases
 */
export function listCases(target: MutationTarget, provider: OAuthProvider): readonly MutationCase[] {
  return [...wrongCases(target, provider), ...rightCases(target, provider), ...valueCases(target)];
}

/**
 * Writes what requirements say, without how they check it: a mutant that changes this is found by snapshots and is
 * not counted.
 *
 * @param requirements - The requirements
 * @returns Text that differs when anything they say does
 */
export function definitionsOf(requirements: readonly Requirement[]): string {
  return JSON.stringify(requirements.map((one) => ({ ...one, check: undefined })));
}

function wrongCases(
  { allWrongServers, allRequirements }: MutationTarget,
  provider: OAuthProvider,
): readonly MutationCase[] {
  const areas = new Map(allRequirements.map(({ id, area }) => [id, area]));
  return allWrongServers.flatMap((server, index) =>
    allRequirements
      .filter(({ area }) => area === areas.get(server.requirement))
      .map(({ id }): MutationCase => {
        const found = server.requirement === id || server.companions?.includes(id) === true;
        return {
          key: `wrong server ${index} (${server.requirement}), ${id}`,
          wanted: found ? "unmet" : "not unmet",
          rank: server.requirement === id ? 0 : 2,
          run: async (mutated) => {
            const same = mutated.allWrongServers[index] ?? server;
            const { unmet } = await mutated.judgeWrong(same, provider, [id]);
            return unmet.includes(id) ? "unmet" : "not unmet";
          },
        };
      }),
  );
}

function rightCases(
  { rightSituations, allRequirements }: MutationTarget,
  provider: OAuthProvider,
): readonly MutationCase[] {
  return rightSituations.flatMap((situation) => {
    const { only } = situation.options;
    const asked = allRequirements.filter(
      ({ id, area }) => only === undefined || only.includes(id) || only.includes(area),
    );
    return asked.map(
      ({ id }): MutationCase => ({
        key: `right server, ${situation.name}, ${id}`,
        wanted: undefined,
        rank: 1,
        run: async (mutated) => {
          const [result] = await mutated.judgeRight(situation, provider, [id]);
          return result === undefined ? "not asked" : `${result.verdict} ${result.capability ?? ""}`;
        },
      }),
    );
  });
}

function valueCases({ valueCases: values }: MutationTarget): readonly MutationCase[] {
  return values.map(([type, value, fault], index) => ({
    key: `value ${index}`,
    wanted: String(fault),
    rank: 0,
    run: async (mutated) => String(mutated.valueFault(type, value)),
  }));
}
