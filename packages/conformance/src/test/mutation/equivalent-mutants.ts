/** A change of a check that changes no verdict, whatever the connector does. */
export interface EquivalentMutant {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  /** Why nothing can tell them apart. */
  readonly reason: string;
}

/** Mutants that cannot be killed. */
export const equivalentMutants: readonly EquivalentMutant[] = [];
