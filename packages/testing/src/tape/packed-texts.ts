import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from "node:zlib";

/** Maximum number of bytes that a part of a body is unpacked to. */
const maxOutputLength = 256 * 1024 * 1024;

/** Maximum number of archives inside each other. */
const maxNesting = 3;

/** The first bytes of an entry of a ZIP archive, such as a workbook. */
const zipEntry = Buffer.from("PK\u0003\u0004");

/** The sizes and the offsets of the head of such an entry. */
const zipHead = { bytes: 30, method: 8, nameLength: 26, extraLength: 28 };

/** Method of an entry that is compressed. */
const deflated = 8;

/**
 * Returns the texts that bytes contain: as they are, as UTF-16, and in every archive or compressed file that they are.
 *
 * @param bytes - The bytes of a body
 * @returns Texts of one character per byte
 * @throws TypeError when they unpack to more than can be searched
 */
export function textsInBytes(bytes: Buffer): readonly string[] {
  return textsIn(bytes, 0);
}

function textsIn(bytes: Buffer, nesting: number): readonly string[] {
  const text = bytes.toString("latin1");
  const own = [text, text.replaceAll("\0", "")];
  return nesting === maxNesting
    ? own
    : [...own, ...unpacked(bytes).flatMap((inner) => textsIn(inner, nesting + 1))];
}

function unpacked(bytes: Buffer): readonly Buffer[] {
  const whole = [gunzipSync, inflateSync, inflateRawSync, brotliDecompressSync].map((unpack) =>
    attempt(() => unpack(bytes, { maxOutputLength })),
  );
  return [...whole, ...zipEntriesOf(bytes)].filter((inner) => inner !== undefined);
}

function zipEntriesOf(bytes: Buffer): readonly (Buffer | undefined)[] {
  const entries: (Buffer | undefined)[] = [];
  for (let at = bytes.indexOf(zipEntry); at !== -1; at = bytes.indexOf(zipEntry, at + 1)) {
    if (at + zipHead.bytes > bytes.length || bytes.readUInt16LE(at + zipHead.method) !== deflated) continue;
    const names = bytes.readUInt16LE(at + zipHead.nameLength) + bytes.readUInt16LE(at + zipHead.extraLength);
    const data = bytes.subarray(at + zipHead.bytes + names);
    entries.push(attempt(() => inflateRawSync(data, { maxOutputLength })));
  }
  return entries;
}

/** Returns the unpacked bytes; `undefined` when they are not packed in this way. */
function attempt(unpack: () => Buffer): Buffer | undefined {
  try {
    return unpack();
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE"))
      return undefined;
    throw new TypeError(
      `Could not search a body for secrets: it unpacks to more than ${maxOutputLength} bytes. Record less of it.`,
      { cause: error },
    );
  }
}
