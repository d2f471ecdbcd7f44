import { type MessageFacts, metadataSize, readMetadata } from "./message.js";

const prologueBytes = 8;

/** A message of a stream, with its bytes. */
export interface StreamMessage extends MessageFacts {
  readonly bytes: Uint8Array;
}

/** Splits the bytes of an Arrow stream into messages. */
export class MessageSplitter {
  #chunks: Uint8Array[] = [];
  #size = 0;
  #needed = prologueBytes;
  #hasEnded = false;

  /** Whether the end marker has been read, and nothing after it. */
  get isWhole(): boolean {
    return this.#hasEnded && this.#size === 0;
  }

  /**
   * Adds bytes.
   *
   * @param chunk - The bytes
   * @returns The messages that they complete
   * @throws RangeError when they are not those of an Arrow stream
   */
  *push(chunk: Uint8Array): Generator<StreamMessage> {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    while (!this.#hasEnded && this.#size >= this.#needed) {
      const bytes = this.#joined();
      const size = metadataSize(bytes) ?? 0;
      if (size === 0) {
        this.#hasEnded = true;
        this.#keep(bytes.subarray(prologueBytes));
        break;
      }
      const bodyStart = prologueBytes + size;
      this.#needed = bodyStart;
      if (bytes.length < bodyStart) return;
      const facts = readMetadata(bytes.subarray(prologueBytes, bodyStart));
      this.#needed = bodyStart + facts.bodyBytes;
      if (bytes.length < this.#needed) return;
      const end = this.#needed;
      this.#needed = prologueBytes;
      this.#keep(bytes.subarray(end));
      yield { ...facts, bytes: bytes.subarray(0, end) };
    }
    if (this.#hasEnded && this.#size > 0) throw new RangeError("the stream goes on after its end");
  }

  /** Copies what has arrived into one piece, only when all of a part is there. */
  #joined(): Uint8Array {
    const [first] = this.#chunks;
    if (first !== undefined && this.#chunks.length === 1) return first;
    const bytes = new Uint8Array(this.#size);
    let at = 0;
    for (const chunk of this.#chunks) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    this.#chunks = [bytes];
    return bytes;
  }

  #keep(rest: Uint8Array): void {
    this.#chunks = rest.length === 0 ? [] : [rest];
    this.#size = rest.length;
  }
}
