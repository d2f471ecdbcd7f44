/** Why an engine could not do what it was asked. */
export interface EngineFault {
  /** The database's code such as `SQLITE_BUSY`, or one of the engine's own beginning with `REFUSED_`. */
  readonly code: string;
  readonly message: string;
  /** Position in the statement in characters, counted from one. Default: not known. */
  readonly position?: number | undefined;
}

/** First byte of a frame: what its payload is. */
export const frameKinds = { answer: 1, batch: 2, end: 3, fault: 4 } as const;

/** Bytes before the payload: its length, its kind, and the rows in it. */
export const frameHeader = 9;
