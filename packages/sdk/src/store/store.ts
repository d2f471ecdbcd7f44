/**
 * What replicas of a service share: small texts with a lifetime. Never holds anything in clear that a stranger
 * with access to it could use.
 */
export interface Store {
  /** Reads a value; `undefined` when there is none or its life is over. */
  get(key: string): Promise<string | undefined>;
  /** Writes a value that lives for some milliseconds. */
  set(key: string, value: string, lifetime: number): Promise<void>;
  /** Writes a value unless there is one; `true` when it was written. */
  setIfAbsent(key: string, value: string, lifetime: number): Promise<boolean>;
  /** Removes a value if it is this one; `true` when it was removed. */
  deleteIfEqual(key: string, value: string): Promise<boolean>;
  /** Adds to a counter and gives the sum; a counter that did not exist starts at 0 and lives for some milliseconds. */
  increment(key: string, amount: number, lifetime: number): Promise<number>;
  /**
   * Takes one of a maximum of leases, or renews the one that this holder has, in one step for everybody.
   *
   * Default: each process counts its own leases alone.
   *
   * @param key - What the leases are of
   * @param holder - Who takes one
   * @param options - Maximum of leases, and milliseconds after which one expires
   * @returns Whether the holder has one now
   */
  lease?(key: string, holder: string, options: LeaseOptions): Promise<boolean>;
  /** Releases the lease of a holder, if it has one. Present where `lease` is. */
  release?(key: string, holder: string): Promise<void>;
  /**
   * Names the server behind the store, where there is one: another name means that another server, which may lack the
   * last writes, took its place. Default: not known.
   */
  identity?(): Promise<string | undefined>;
}

/** How many leases there are, and how long one lives. */
export interface LeaseOptions {
  /** Maximum of leases at the same time. */
  readonly maxHolders: number;
  /** Milliseconds after which a lease that is not renewed expires. */
  readonly lifetime: number;
}
