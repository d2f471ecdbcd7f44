/**
 * What the replicas of a service share: small texts with a lifetime. It must not hold anything in plain text that a
 * stranger with access to it could use.
 */
export interface Store {
  /** Reads a value; returns `undefined` when there is none or it has expired. */
  get(key: string): Promise<string | undefined>;
  /** Writes a value that expires after `lifetime` milliseconds. */
  set(key: string, value: string, lifetime: number): Promise<void>;
  /** Writes a value unless the key has one; returns whether it was written. */
  setIfAbsent(key: string, value: string, lifetime: number): Promise<boolean>;
  /** Replaces a value if the key has the expected one; returns whether it was replaced. */
  setIfEqual(key: string, replacement: Replacement): Promise<boolean>;
  /** Removes a key if it has the given value; returns whether it was removed. */
  deleteIfEqual(key: string, value: string): Promise<boolean>;
  /** Adds to a counter and returns the sum; a new counter starts at 0 and expires after `lifetime` milliseconds. */
  increment(key: string, amount: number, lifetime: number): Promise<number>;
  /**
   * Takes one of a limited number of leases, or renews the lease of this holder, atomically across replicas.
   *
   * Default: each process counts its own leases only.
   *
   * @param key - Key of the resource
   * @param holder - Id of the holder
   * @param options - Maximum number of leases, and their lifetime in milliseconds
   * @returns Whether the holder has a lease now
   */
  lease?(key: string, holder: string, options: LeaseOptions): Promise<boolean>;
  /** Releases the lease of a holder, if it has one. Defined if and only if `lease` is. */
  release?(key: string, holder: string): Promise<void>;
  /**
   * Identifies the server of the store, where there is one. A changed identity means that another server, which may
   * lack the last writes, has taken over. Default: not known.
   */
  identity?(): Promise<string | undefined>;
}

/** A value that replaces another. */
export interface Replacement {
  /** The value that the key must have. */
  readonly before: string;
  readonly value: string;
  /** Milliseconds until the value expires. */
  readonly lifetime: number;
}

/** Number and lifetime of leases. */
export interface LeaseOptions {
  /** Maximum number of leases at the same time. */
  readonly maxHolders: number;
  /** Milliseconds after which a lease that is not renewed expires. */
  readonly lifetime: number;
}
