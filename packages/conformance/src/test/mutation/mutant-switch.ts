/** The object in which the mutated code reads which mutant is active and records which mutants it executed. */
export interface MutantSwitch {
  /** The active mutant; `undefined` for the unchanged code. */
  activeMutant: string | undefined;
  /** The running case, for the coverage. */
  currentTestId: string | undefined;
  readonly mutantCoverage: {
    /** Mutants executed while modules were loaded, with counts. */
    readonly static: Readonly<Record<string, number>>;
    /** Mutants executed by each case, with counts. */
    readonly perTest: Readonly<Record<string, Readonly<Record<string, number>>>>;
  };
  /** How often the active mutant was executed. */
  hitCount: number;
  /** The count after which the code throws, because a mutant may loop forever. */
  readonly hitLimit: number;
}

declare global {
  // The instrumented code expects this name.
  var __stryker__: MutantSwitch | undefined;
}

/**
 * Returns the switch. Creates it on the first call.
 *
 * @returns The only switch of this process
 */
export function mutantSwitch(): MutantSwitch {
  globalThis.__stryker__ ??= {
    activeMutant: undefined,
    currentTestId: undefined,
    mutantCoverage: { static: {}, perTest: {} },
    hitCount: 0,
    hitLimit: 100_000,
  };
  return globalThis.__stryker__;
}
