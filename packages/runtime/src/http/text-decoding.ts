import { upstreamInvalid } from "@wellhead/sdk";

/** What states the encoding of a text. */
export interface StatedEncoding {
  /** What the author states. Default: what the response states. */
  readonly encoding?: string | undefined;
  /** The header `Content-Type`. */
  readonly contentType?: string | undefined;
}

/** Maximum bytes in which the declaration of an XML document ends. */
const maxDeclaration = 1024;

/** Names of encodings with one byte for each character. Hardly any text in them is also UTF-8, unless it is ASCII. */
const singleByte = /^(?:windows-|iso-8859-|koi8-|ibm866|macintosh|x-mac-)/;

/** Labels of a part of UTF-8, which browsers read as Windows-1252. */
const asciiLabels = /^(?:us-)?ascii$/i;

/**
 * Decodes the text of a response as it arrives. Its encoding is that of its byte order mark, else what the author states,
 * else the header, else the declaration of an XML document, else UTF-8. Bytes that the encoding does not define are an
 * error. So is a text that is UTF-8 throughout, although the response states an encoding with one byte for each character.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7303#section-3
 */
export class TextDecoding {
  readonly #stated: string | undefined;
  /** Bytes that do not show the encoding yet. */
  #start: Buffer = Buffer.alloc(0);
  #decoder: InstanceType<typeof TextDecoder> | undefined;
  readonly #isAuthors: boolean;
  /** Finds whether the text is UTF-8; `undefined` when it need not be known, or the text is not. */
  #utf8: InstanceType<typeof TextDecoder> | undefined;
  /** Whether the text has characters besides ASCII, if it is UTF-8. */
  #hasOther = false;

  /** @param stated - What states the encoding */
  constructor({ encoding, contentType = "" }: StatedEncoding) {
    const [, quoted, plain] = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;]+))/i.exec(contentType) ?? [];
    this.#isAuthors = encoding !== undefined;
    this.#stated = encoding === undefined ? nameOf(quoted ?? plain) : new TextDecoder(encoding).encoding;
  }

  /**
   * Decodes the next bytes.
   *
   * @param chunk - The bytes
   * @returns Their text; empty while the encoding is unknown
   * @throws ConnectorError `upstream_invalid` when they have another encoding
   */
  push(chunk: Uint8Array): string {
    if (this.#decoder !== undefined) return this.#decode(this.#decoder, chunk);
    this.#start = Buffer.concat([this.#start, chunk]);
    return mayBeCut(this.#start) ? "" : this.#begin();
  }

  /**
   * Ends the text.
   *
   * @returns What has not been returned yet
   * @throws ConnectorError `upstream_invalid` when the last character is cut, or the text is UTF-8 against the statement
   */
  end(): string {
    const text = this.#decoder === undefined ? this.#begin() : "";
    const rest = this.#decoder === undefined ? "" : this.#decode(this.#decoder);
    if (this.#utf8 !== undefined && this.#hasOther)
      throw upstreamInvalid(
        `Could not read the response: it states the encoding ${this.#decoder?.encoding.toUpperCase()}, but its bytes are UTF-8. State which of them is right as "encoding".`,
      );
    return text + rest;
  }

  #begin(): string {
    const encoding = markOf(this.#start) ?? this.#stated ?? declaredIn(this.#start) ?? "utf-8";
    this.#decoder = new TextDecoder(encoding, { fatal: true });
    if (!this.#isAuthors && singleByte.test(encoding)) this.#utf8 = new TextDecoder("utf-8", { fatal: true });
    return this.#decode(this.#decoder, this.#start);
  }

  #decode(decoder: InstanceType<typeof TextDecoder>, chunk?: Uint8Array): string {
    this.#compare(chunk);
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch (error) {
      throw upstreamInvalid(
        `Could not read the response: expected text, got bytes that are not ${decoder.encoding.toUpperCase()}. State the encoding of the response as "encoding", such as "windows-1252".`,
        { cause: error },
      );
    }
  }

  /** Compares the bytes with UTF-8. */
  #compare(chunk?: Uint8Array): void {
    try {
      const text = this.#utf8?.decode(chunk, { stream: chunk !== undefined }) ?? "";
      this.#hasOther ||= /[^\0-\x7f]/.test(text);
    } catch {
      this.#utf8 = undefined;
    }
  }
}

/**
 * Decodes a whole text, as {@link TextDecoding} does.
 *
 * @param bytes - The text
 * @param stated - What states its encoding
 * @returns The text without a byte order mark
 * @throws ConnectorError `upstream_invalid` when it has another encoding
 */
export function decodeStated(bytes: Uint8Array, stated: StatedEncoding): string {
  const decoding = new TextDecoding(stated);
  return decoding.push(bytes) + decoding.end();
}

/** Returns the name of an encoding; `undefined` when it has no such label. */
function nameOf(label: string | undefined): string | undefined {
  if (label === undefined) return undefined;
  try {
    return asciiLabels.test(label) ? "utf-8" : new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

/** Returns the encoding of a byte order mark. */
function markOf(bytes: Uint8Array): string | undefined {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : undefined;
}

/** Returns whether a text may begin with a mark or a declaration that has not arrived in full. */
function mayBeCut(start: Buffer): boolean {
  if (start.length < 5) return true;
  return start.length < maxDeclaration && isDeclaration(start) && !start.includes("?>");
}

function isDeclaration(start: Buffer): boolean {
  return start.subarray(0, 5).toString("latin1") === "<?xml";
}

/** Returns the encoding that the declaration of an XML document states. */
function declaredIn(start: Buffer): string | undefined {
  // Without a mark, the first two characters of a document show the order of the bytes.
  const order = start.subarray(0, 4).toString("hex");
  if (order === "3c003f00") return "utf-16le";
  if (order === "003c003f") return "utf-16be";
  if (!isDeclaration(start)) return undefined;
  const [declaration = ""] = start.subarray(0, maxDeclaration).toString("latin1").split("?>");
  const [, label] = /\sencoding\s*=\s*["']([^"']+)["']/.exec(declaration) ?? [];
  // A declaration that can be read byte by byte is not in UTF-16, whatever it says.
  const name = nameOf(label);
  return name?.startsWith("utf-16") === true ? undefined : name;
}
