/** The reason why a stream was cut: the caller stopped reading, or read too slowly. */
export class ReaderStalled extends Error {
  override readonly name = "ReaderStalled";

  /**
   * @param bytes - Bytes the caller read during `duration`
   * @param duration - Length of the period in milliseconds
   */
  constructor(bytes: number, duration: number) {
    super(`Could not send rows: the caller read ${bytes} bytes in ${Math.round(duration / 1000)} s.`);
  }
}
