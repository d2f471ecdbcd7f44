/** Why a stream was cut: the caller stopped reading, or reads too slowly. */
export class ReaderStalled extends Error {
  override readonly name = "ReaderStalled";

  /**
   * @param bytes - Bytes the caller read in that time
   * @param duration - Milliseconds they took
   */
  constructor(bytes: number, duration: number) {
    super(`Could not send rows: the caller read ${bytes} bytes in ${Math.round(duration / 1000)} s.`);
  }
}
