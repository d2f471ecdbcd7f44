/** Public sentences that a requirement is based on: those that demand it, and those that only advise it. */
export interface PublicBasis {
  readonly must?: readonly string[];
  readonly should?: readonly string[];
}
