/** The requested part of a file. A source may return the whole file instead. */
export interface FileRange {
  /** First byte, from 0. `undefined` requests the last bytes. */
  readonly start: number | undefined;
  /**
   * Last byte, which is included; `undefined` means up to the end. Without `start`, the number of last bytes.
   */
  readonly end: number | undefined;
  /**
   * Tag or date of the file that the caller already has a part of. If the file has changed since, the whole of it is
   * returned. `undefined` means that the part is returned in any case.
   */
  readonly unchanged: string | undefined;
}

/** The contents of a file, and what is known about it. */
export interface FileContent {
  /** The bytes, at once or as they arrive. Memory holds a few chunks of a stream, never the whole file. */
  readonly body: Uint8Array | AsyncIterable<Uint8Array>;
  /** Media type, such as `image/png`. Default: `application/octet-stream`. */
  readonly mediaType?: string | undefined;
  /** Size of the whole file in bytes. Default: unknown; that of a body that is not a stream is known. */
  readonly size?: number | undefined;
  /** Name of the file, such as `Invoice 7.pdf`. Default: none. */
  readonly name?: string | undefined;
  /** `Content-Disposition` header, which replaces `name`. Default: made from `name`. */
  readonly disposition?: string | undefined;
  /** `Content-Language` header. Default: none. */
  readonly language?: string | undefined;
  /** `ETag` header: changes whenever the contents do. Default: none. */
  readonly tag?: string | undefined;
  /**
   * Version of the file in a storage of objects that keeps earlier ones: the header `x-amz-version-id` or
   * `x-ms-version-id` of a response. Default: none.
   */
  readonly version?: string | undefined;
  /** `Last-Modified` header, or the date. Default: none. */
  readonly modified?: string | Date | undefined;
  /** First and last byte of the body, both included, if it is the requested part. Default: the whole file. */
  readonly part?: { readonly start: number; readonly end: number } | undefined;
}
