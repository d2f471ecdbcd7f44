import { setImmediate } from "node:timers/promises";
import { ZSTDDecoder } from "zstddec/stream";
import { damaged, FileFault } from "./file-fault.js";

/** Functions of zstd compiled to WebAssembly. Pointers and sizes are in bytes. */
interface Zstd {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly malloc: (size: number) => number;
  readonly free: (address: number) => void;
  readonly ZSTD_createDCtx: () => number;
  readonly ZSTD_freeDCtx: (context: number) => void;
  readonly ZSTD_decompressStream: (context: number, output: number, input: number) => number;
}

/** Bytes unpacked at a time. */
const pieceSize = 2 ** 18;

/** Size of the structure that describes a buffer: its address, its size, and the position in it. */
const bufferStructSize = 12;

/** Highest error code. The library returns error codes as negative numbers. */
const maxErrorCode = 120;

let loading: Promise<Zstd> | undefined;

/**
 * Unpacks zstd: consecutive frames, each with or without a checksum, and skippable frames. The library verifies every
 * checksum and rejects windows of more than 128 MiB, which limits the memory.
 *
 * It runs in the caller's thread, and yields to other work after every piece.
 *
 * @param pieces - The compressed bytes
 * @returns The unpacked bytes
 * @throws FileFault when they are damaged or incomplete, need a window of more than 128 MiB, or use a dictionary
 * @see https://www.rfc-editor.org/rfc/rfc8878#section-3.1
 */
export async function* unzstd(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  loading ??= load();
  const unpacker = new Unpacker(await loading);
  try {
    for await (const packed of pieces) {
      for (let from = 0; from < packed.length; from += pieceSize) {
        for (const piece of unpacker.unpack(packed.subarray(from, from + pieceSize))) {
          yield piece;
          await setImmediate();
        }
      }
    }
    unpacker.end();
  } finally {
    unpacker.close();
  }
}

/**
 * Loads the library. The library's own function for unpacking a stream ignores errors and then never ends, so this
 * module calls the underlying zstd functions.
 */
async function load(): Promise<Zstd> {
  let zstd: Zstd | undefined;
  class Loader extends ZSTDDecoder {
    override _init(source: Parameters<ZSTDDecoder["_init"]>[0]): void {
      super._init(source);
      // Node's types do not include WebAssembly. The exports are the functions of zstd, whose signatures are fixed.
      const { instance } = source as { readonly instance: { readonly exports: Zstd } };
      zstd = instance.exports;
    }
  }
  await new Loader().init();
  if (zstd === undefined)
    throw new TypeError("Could not load zstd: something else loaded it in this thread.");
  return zstd;
}

class Unpacker {
  readonly #zstd: Zstd;
  readonly #context: number;
  readonly #packed: number;
  readonly #unpacked: number;
  readonly #input: number;
  readonly #output: number;
  /** Approximate number of bytes that the library expects next; zero at the end of a frame. */
  #expectedBytes = 0;

  constructor(zstd: Zstd) {
    this.#zstd = zstd;
    this.#context = zstd.ZSTD_createDCtx();
    this.#packed = zstd.malloc(pieceSize * 2 + bufferStructSize * 2);
    this.#unpacked = this.#packed + pieceSize;
    this.#input = this.#unpacked + pieceSize;
    this.#output = this.#input + bufferStructSize;
  }

  *unpack(piece: Buffer): Generator<Buffer> {
    // The memory moves when it grows, so no view of it is kept.
    new Uint8Array(this.#zstd.memory.buffer).set(piece, this.#packed);
    this.#describe(this.#input, this.#packed, piece.length);
    for (let isMore = true; isMore; ) {
      this.#describe(this.#output, this.#unpacked, pieceSize);
      const result = this.#zstd.ZSTD_decompressStream(this.#context, this.#output, this.#input);
      if (result < 0 && result >= -maxErrorCode) throw errorOf(-result);
      this.#expectedBytes = result;
      const length = this.#position(this.#output);
      if (length > 0)
        yield Buffer.copyBytesFrom(new Uint8Array(this.#zstd.memory.buffer), this.#unpacked, length);
      isMore = length === pieceSize || this.#position(this.#input) < piece.length;
    }
  }

  end(): void {
    if (this.#expectedBytes !== 0) throw damaged("unexpected end of file");
  }

  close(): void {
    this.#zstd.ZSTD_freeDCtx(this.#context);
    this.#zstd.free(this.#packed);
  }

  #describe(struct: number, address: number, size: number): void {
    new Uint32Array(this.#zstd.memory.buffer, struct, 3).set([address, size, 0]);
  }

  #position(struct: number): number {
    return new Uint32Array(this.#zstd.memory.buffer, struct, 3)[2] ?? 0;
  }
}

/** Creates the error for an error code of the library. */
function errorOf(code: number): Error {
  switch (code) {
    case 10:
      return damaged("bytes that are not a zstd frame");
    case 16:
      return new FileFault(
        "it was compressed with a window of more than 128 MiB",
        "Compress it again without `--long` or `--ultra`.",
      );
    case 22:
      return damaged("incorrect checksum");
    case 32:
      return new FileFault("it was compressed with a dictionary", "Compress it again without one.");
    case 64:
      return Object.assign(new Error("Could not unpack zstd: too little memory"), { code: "ENOMEM" });
    default:
      return damaged("incorrect data");
  }
}
