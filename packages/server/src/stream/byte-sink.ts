/** Takes the bytes of a stream. Only `end-stream.ts` may call `end` and `cut`. */
export interface ByteSink {
  /** How many bytes were written, before compression. */
  readonly bytes: number;
  /**
   * @param bytes - Bytes to send
   * @param sent - Called when nobody looks at the bytes any more; never when sending fails
   * @returns When there is room for more
   * @throws CallerGone when the caller has closed the connection
   * @throws ReaderStalled when the caller reads nothing for too long
   * @throws The reason the request was given up for meanwhile
   */
  write(bytes: Uint8Array | string, sent?: () => void): Promise<void>;
  /** Sends what a compressor holds back; without one there is nothing to do. */
  flush(): void;
  /**
   * Ends the message as whole.
   *
   * @param bytes - Last bytes
   * @returns When the system has taken all
   */
  end(bytes: string): Promise<void>;
  /** Destroys the connection, so that nobody can take the message for whole. */
  cut(): void;
}
