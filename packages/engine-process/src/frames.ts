/** Why an engine could not process a request. */
export interface EngineFault {
  /** The database's code, such as `SQLITE_BUSY`, or one of the engine's own that begins with `REFUSED_`. */
  readonly code: string;
  readonly message: string;
  /** Position in the statement in characters, counted from one. Default: unknown. */
  readonly position?: number | undefined;
}

/** The kind of a payload: the byte of a frame's header that follows the length. */
export const frameKinds = { answer: 1, batch: 2, end: 3, fault: 4 } as const;

/** Size of a frame's header in bytes: the length of the payload (4), its kind (1) and its number of rows (4). */
export const frameHeader = 9;
