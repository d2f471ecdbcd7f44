import type { OAuthProvider } from "../../oauth/oauth-provider.js";
import type { Requirement } from "../../requirement/requirement.js";
import type * as Target from "./mutation-target.js";

/** The module of mutated checks. */
export type MutationTarget = typeof Target;

/** One case of the tests of the checks: a requirement judged against one server, or a value. */
export interface MutationCase {
  /** A name that is stable between runs. */
  readonly key: string;
  /** The expected outcome. A mutant with any other outcome is killed. */
  readonly wanted: string | undefined;
  /** Order of the cases: those with a lower rank are tried first, because they kill more mutants. */
  readonly rank: number;
  /** Runs the case with the checks of a module. */
  readonly run: (target: MutationTarget) => Promise<string>;
}

/**
 * Lists the cases. They expect exactly what the tests expect: a wrong server fails its requirement and no other of its
 * area, a correct one has the verdicts of the snapshot, and a value has the fault listed in its table.
 *
 * @param target - The module
 * @param provider - The suite's provider
 * @returns The cases
 */
export function listCases(target: MutationTarget, provider: OAuthProvider): readonly MutationCase[] {
  return [...wrongCases(target, provider), ...rightCases(target, provider), ...valueCases(target)];
}

/**
 * Serializes the texts of requirements without their checks. A mutant that changes them is detected by snapshots and is
 * not counted.
 *
 * @param requirements - The requirements
 * @returns A text that changes whenever one of their texts changes
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
