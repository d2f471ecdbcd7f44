/** How fast the bytes of a stream may be sent. */
export interface Pace {
  /** Maximum number of bytes to take at once. */
  readonly maxBytes: number;
  /**
   * Takes bytes that are about to be sent.
   *
   * @param count - Their number
   * @param then - Called once they may be sent; not if they may be sent now
   * @returns A function that gives up the wait; `undefined` when they may be sent now
   */
  take(count: number, then: () => void): (() => void) | undefined;
}
