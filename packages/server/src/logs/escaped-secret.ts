/** Entities that have a name, of the signs that any encoder of HTML writes so. */
const named: ReadonlyMap<string, readonly string[]> = new Map([
  ["&", ["&amp;"]],
  ["<", ["&lt;"]],
  [">", ["&gt;"]],
  ['"', ["&quot;"]],
  ["'", ["&apos;"]],
]);

/** JSON escapes of one letter. */
const short: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["/", "/"],
  ["\b", "b"],
  ["\f", "f"],
  ["\n", "n"],
  ["\r", "r"],
  ["\t", "t"],
]);

/** Backslashes that one may have become, each encoder doubling what the one before it made; more would cost time. */
const mostDoubled = 8;
const backslashes = String.raw`\\{1,${mostDoubled}}`;

/**
 * Makes the pattern of a secret any of whose signs may be escaped, each in its own way: percent-encoded, as in
 * addresses and forms, also several times over; JSON-escaped, also several times; as an entity of HTML.
 *
 * @param secret - The secret in plain text
 * @returns The pattern
 */
export function escapedSecret(secret: string): RegExp {
  // Backslashes in a row are one piece: apart, each could take any share of those in a text.
  const pieces = secret.match(/\\+|[^\\]/gsu) ?? [];
  const written = pieces.map((piece, index) =>
    isRun(piece) ? runOf(piece.length) : signOf(piece, isRun(pieces[index - 1])),
  );
  return new RegExp(written.join(""), "g");
}

function isRun(piece: string | undefined): boolean {
  return piece?.startsWith("\\") === true;
}

function runOf(length: number): string {
  const encoded = `(?:${[percentOf("\\"), unitsOf("\\"), ...entitiesOf("\\")].join("|")}){${length}}`;
  return String.raw`(?:${encoded}|\\{${length},${length * mostDoubled}})`;
}

/** The sign itself comes last: it may be the first of its own escape. */
function signOf(sign: string, isAfterRun: boolean): string {
  const letter = short.get(sign);
  // The backslashes of its escape, too, belong to those in a row before it.
  const escape = isAfterRun ? "" : backslashes;
  const ways = [
    percentOf(sign),
    unitsOf(sign),
    ...entitiesOf(sign),
    ...(letter === undefined ? [] : [`${escape}${letter}`]),
    ...(sign === " " ? [String.raw`\+`] : []),
    escapePattern(sign),
  ];
  return `(?:${ways.join("|")})`;
}

function entitiesOf(sign: string): readonly string[] {
  const code = sign.codePointAt(0) ?? 0;
  return [`&#0*${code};`, `&#[xX]0*${anyCase(code.toString(16))};`, ...(named.get(sign) ?? [])];
}

/** Bytes as `%41`, or as `%2541` where they were encoded again. */
function percentOf(sign: string): string {
  // A lone surrogate cannot be percent-encoded; what would be sent in its place is U+FFFD.
  const bytes = Buffer.from(sign);
  return Array.from(bytes, (byte) => `%(?:25)*${anyCase(byte.toString(16).padStart(2, "0"))}`).join("");
}

function unitsOf(sign: string): string {
  return Array.from({ length: sign.length }, (_, index) => {
    const unit = sign.charCodeAt(index).toString(16).padStart(4, "0");
    return `${backslashes}u${anyCase(unit)}`;
  }).join("");
}

function anyCase(hex: string): string {
  return hex.replaceAll(/[a-f]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}

/**
 * Escapes what means something in a pattern.
 *
 * @param text - Any text
 * @returns A pattern that matches it
 */
export function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}
