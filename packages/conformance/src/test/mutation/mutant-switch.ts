/** What the mutated code looks at to know which mutant is on, and where it writes which ones it passed. */
export interface MutantSwitch {
  /** The mutant that is on; `undefined` for the code as it is written. */
  activeMutant: string | undefined;
  /** Who is running, for the coverage. */
  currentTestId: string | undefined;
  readonly mutantCoverage: {
    /** Mutants passed while modules were loaded, with how often. */
    readonly static: Readonly<Record<string, number>>;
    /** Mutants passed by each case, with how often. */
    readonly perTest: Readonly<Record<string, Readonly<Record<string, number>>>>;
  };
  /** How often the mutant that is on was passed. */
  hitCount: number;
  /** After this many the code throws: a mutant may loop for ever. */
  readonly hitLimit: number;
}

declare global {
  // The name is the one the instrumented code looks for.
  var __stryker__: MutantSwitch | undefined;
}

/**
 * Gives the switch, which is made when it is first asked for.
 *
 * @returns The one switch of this process
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
