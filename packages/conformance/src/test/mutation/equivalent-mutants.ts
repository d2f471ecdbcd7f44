/** A change of a check that does not change any verdict, whatever the connector does. */
export interface EquivalentMutant {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  /** Why no test can detect it. */
  readonly reason: string;
}

/** Mutants that cannot be killed. */
export const equivalentMutants: readonly EquivalentMutant[] = [];
