/** Bytes beyond the wanted size that a buffer has from the start, so that most batches never grow it. */
const slack = 16 * 1024;

/**
 * Bytes under way to the caller: a buffer that grows and is handed over whole.
 *
 * The members are public because the writers of single values work on them directly: a method call per byte
 * would cost more than the byte.
 */
export class ByteWriter {
  /** The buffer; its first `position` bytes are written. */
  bytes: Uint8Array;
  /** How many bytes are written. */
  position = 0;
  readonly #size: number;

  /** @param size - Bytes a batch is expected to have */
  constructor(size: number) {
    this.#size = size + slack;
    this.bytes = Buffer.allocUnsafeSlow(this.#size);
  }

  /**
   * Makes room for more bytes.
   *
   * @param count - Most bytes that are about to be written
   */
  reserve(count: number): void {
    const wanted = this.position + count;
    if (wanted <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(wanted, this.bytes.length * 2));
    larger.set(this.bytes.subarray(0, this.position));
    this.bytes = larger;
  }

  /**
   * Copies bytes.
   *
   * @param source - What to copy, whole
   */
  copy(source: Uint8Array): void {
    const length = source.length;
    this.reserve(length);
    const { bytes } = this;
    let { position } = this;
    // For the few bytes of a key or a word a loop beats a native copy.
    for (let index = 0; index < length; index++) bytes[position++] = source[index] ?? 0;
    this.position = position;
  }

  /** @returns What is written; the writer starts again with a fresh buffer */
  take(): Uint8Array {
    const taken = this.bytes.subarray(0, this.position);
    this.bytes = Buffer.allocUnsafeSlow(this.#size);
    this.position = 0;
    return taken;
  }
}
