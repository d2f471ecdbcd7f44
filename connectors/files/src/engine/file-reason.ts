/** A reason why a file cannot be read, as the middle of a sentence, and what to do. */
type FileReason = readonly [words: RegExp, reason: string, advice: string];

const complete = "Replace the file with a complete copy.";
const other = "Write it with another program.";

/** What the engine's messages mean. The engine has no codes, and its words are about its own settings and parts. */
const reasons: readonly FileReason[] = [
  [/is encrypted, but|encryption_config|decrypt/i, "it is encrypted", "Store it without encryption."],
  [
    /No magic bytes|too small to be a Parquet|not a Parquet file/i,
    "it is not a Parquet file, or its end is missing",
    complete,
  ],
  [/GeoParquet|GEOMETRY|WKB/i, "what it says about its geometries is not valid", other],
  [/Variant/i, "its values of the type VARIANT are stored in a way that is not supported", other],
  [
    /Unsupported compression|encoding is only supported|not implemented|not supported|Unsupported/i,
    "it is stored in a way that is not supported",
    other,
  ],
  [
    /Invalid unicode|Invalid string encoding|invalid UTF-?8|not valid UTF-?8/i,
    "its text is not UTF-8",
    "Save it as UTF-8.",
  ],
  [/maximum_object_size/i, "it has a record of more than 64 MiB", "Split the record."],
  [/Malformed JSON|JSON transform/i, "it is not JSON that the engine can read", "Correct the file."],
  [
    /out of range|Could not convert|Conversion Error/i,
    "a value in it does not fit the type of its column",
    other,
  ],
  [
    /TProtocol|Thrift|Out of buffer|corrupt|decompress|snappy|gzip|zstd|brotli|lz4|checksum|frame descriptor|metadata|footer|enough bytes|page|dictionary|schema|offset|truncated|Invalid data/i,
    "its data is damaged",
    complete,
  ],
];

/**
 * Returns why a file cannot be read.
 *
 * @param message - The engine's message
 * @returns The reason and what to do, as the end of a message
 */
export function fileReason(message: string): string {
  const line = /CSV Error on Line: (\d+)/.exec(message)?.[1];
  if (line !== undefined) return `line ${line} is not like the lines before it. Correct the file.`;
  const [
    ,
    reason = "the engine cannot read its content",
    advice = "Correct the file, or write it with another program.",
  ] = reasons.find(([words]) => words.test(message)) ?? [];
  return `${reason}. ${advice}`;
}
