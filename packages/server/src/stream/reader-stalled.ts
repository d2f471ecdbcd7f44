/** Why a stream was cut: the caller stopped reading. */
export class ReaderStalled extends Error {
  override readonly name = "ReaderStalled";

  /** @param limit - Milliseconds the caller was waited for */
  constructor(limit: number) {
    super(`Send rows: the caller read nothing for ${limit / 1000} s`);
  }
}
