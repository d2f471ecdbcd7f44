/** Writes the bytes of a stream. Only `end-stream.ts` may call `end` and `cut`. */
export interface ByteSink {
  /** Number of bytes written so far, before compression. */
  readonly bytes: number;
  /**
   * @param bytes - Bytes to send
   * @param sent - Called once the bytes are no longer read, so that their buffer may be reused; not called if sending
   * fails
   * @returns A promise that resolves when there is room for more
   * @throws CallerGone when the caller has closed the connection
   * @throws ReaderStalled when the caller stops reading or reads too slowly
   * @throws The reason of the abort when the request is aborted while waiting
   */
  write(bytes: Uint8Array | string, sent?: () => void): Promise<void>;
  /** Flushes the compressor. Does nothing if there is none. */
  flush(): void;
  /**
   * Ends the message as complete.
   *
   * @param bytes - Last bytes
   * @returns A promise that resolves when the operating system has accepted all bytes
   */
  end(bytes: string): Promise<void>;
  /** Destroys the connection, so that the caller cannot mistake the message for a complete one. */
  cut(): void;
}
