import { setImmediate } from "node:timers/promises";
import { ZSTDDecoder } from "zstddec/stream";
import { damaged, FileFault } from "./convert-task.js";

/** Functions of zstd as WebAssembly; pointers and sizes are numbers of bytes. */
interface Zstd {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly malloc: (size: number) => number;
  readonly free: (address: number) => void;
  readonly ZSTD_createDCtx: () => number;
  readonly ZSTD_freeDCtx: (context: number) => void;
  readonly ZSTD_decompressStream: (context: number, output: number, input: number) => number;
}

/** Bytes that are unpacked at once. */
const pieceSize = 2 ** 18;

/** Size of the structure that describes a buffer: its address, its size, and the position in it. */
const bufferStructSize = 12;

/** Errors are the negative numbers down to this one. */
const maxErrorCode = 120;

let loading: Promise<Zstd> | undefined;

/**
 * Unpacks zstd: frames one after another, each with or without a checksum, and skippable frames. The library compares every
 * checksum and refuses windows of more than 128 MiB, which bounds the memory.
 *
 * It computes in the thread that asks, which others get in between.
 *
 * @param pieces - The compressed bytes
 * @returns The unpacked bytes
 * @throws FileFault when they are damaged or incomplete, or cannot be unpacked within the memory
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
 * Loads the library. Its own way to unpack a stream ignores errors and then never ends, so the functions behind it are
 * called here.
 */
async function load(): Promise<Zstd> {
  let zstd: Zstd | undefined;
  class Loader extends ZSTDDecoder {
    override _init(source: Parameters<ZSTDDecoder["_init"]>[0]): void {
      super._init(source);
      // Node's types do not know WebAssembly; the functions are those of zstd, whose signatures are fixed.
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
  /** Bytes that the library expects next, roughly; zero at the end of a frame. */
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
    // The memory moves whenever it grows, so no view of it is kept.
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

/** Makes the error for what the library reports. */
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
