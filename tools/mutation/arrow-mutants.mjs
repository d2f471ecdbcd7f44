/** @import { EquivalentMutant } from "./mutant-survivors.mjs" */

/** @typedef {readonly (readonly [original: string, replacement: string])[]} Changes */

const slower = "the general way writes the same, but takes longer";
const searched = "each value is looked at, which finds the same one, but takes longer";

/** @type {Readonly<Record<string, Readonly<Record<string, Changes>>>>} */
const changes = {
  "arrow-rows.ts": {
    "the general way finds the same column, but takes longer": [
      ["({ name }) => Buffer.from(JSON.stringify(name))", "() => undefined"],
      ["name !== undefined && isNamed(source, member, name)", "false"],
      ["index + 1", "index - 1"],
    ],
  },
  "columns/arrow-column.ts": {
    "both return undefined": [["{ return undefined; }", "{}"]],
  },
  "columns/fixed-columns.ts": {
    [slower]: [
      ["!Number.isInteger(number)", "true"],
      ["Number.isSafeInteger(value)", "false"],
      ["Number.isNaN(number)", "true"],
      ["String(number) === value", "false"],
      ["power ?? Number.NaN", "power && Number.NaN"],
      ["Number.isSafeInteger(integer)", "false"],
    ],
  },
  "columns/moment-columns.ts": {
    [slower]: [
      ["this.#usual.readJson(source, start, end) && this.isOfType(this.#usual)", "false"],
      ["this.#usual.read(text.source, start, end) && this.isOfType(this.#usual)", "false"],
      ["Number.isSafeInteger(count)", "false"],
    ],
  },
  "columns/text-columns.ts": {
    [slower]: [
      ["length <= shortText && copyAscii(text, bytes, start)", "false"],
      ["length <= shortText", "true"],
      ["length <= shortText", "length < shortText"],
      ["length <= shortText", "length > shortText"],
      ["code >= firstNonAscii", "true"],
      ["true", "false"],
      ["count !== length", "true"],
      ["unescaped[source[at] ?? 0] ?? 0", "unescaped[source[at] ?? 0] && 0"],
      ["source[at] ?? 0", "source[at] && 0"],
      ["end - start > maxCopied", "true"],
      ["end - start > maxCopied", "false"],
      ["end - start > maxCopied", "end - start >= maxCopied"],
      ["end - start > maxCopied", "end - start <= maxCopied"],
      ["sourceView !== undefined", "false"],
      ["from + 4 <= end", "false"],
      ["from + 4 <= end", "from + 4 < end"],
    ],
    "a bound or a capacity is higher, which takes time or memory": [
      ["end - start", "end + start"],
      ["end - start", "end + start"],
      ["from < end", "from <= end"],
      ["index < text.length", "index <= text.length"],
    ],
    [searched]: [
      ["isAscii(written) || (isUtf8(written) && !this.#splitsCharacters())", "false"],
      [
        "isAscii(written) || (isUtf8(written) && !this.#splitsCharacters())",
        "isAscii(written) && isUtf8(written) && !this.#splitsCharacters()",
      ],
      ["isUtf8(written) && !this.#splitsCharacters()", "false"],
      ["index < this.length", "index <= this.length"],
      ["index < this.length", "index <= this.length"],
      ["isContinuation(bytes[this.startOf(index)])", "true"],
      ["false", "true"],
      ["(byte & 0xc0) === firstNonAscii", "true"],
      ["(byte & 0xc0) === firstNonAscii", "(byte & 0xc0) !== firstNonAscii"],
    ],
  },
  "columns/validity.ts": {
    "values that are marked one by one have the same marks, but that takes longer": [
      ["this.nullCount === 0 && (nulls === undefined || !nulls.includes(1))", "false"],
    ],
  },
  "exact/parse-moment.ts": {
    "each reading sets it before it is read": [
      ["false", "true"],
      ["false", "true"],
    ],
  },
  "exact/scan-json.ts": {
    "each member sets them before they are read": [["{ nameStart: 0, nameEnd: 0, start: 0, end: 0 }", "{}"]],
    "what is cut off ends with the source either way": [["at < source.length", "at <= source.length"]],
    "no number has a point there": [
      ["end - 1", "end + 1"],
      ["at > start", "at >= start"],
    ],
  },
  "messages/write-field.ts": {
    "readers take the lower part of the number, which comes first": [
      ["bits === 8", "false"],
      ["bits === 16", "false"],
      ["[16, 0]", "[]"],
    ],
  },
};

/**
 * Changes of what writes Arrow that no test can detect. Most are in ways that are there for their speed only.
 *
 * @type {readonly EquivalentMutant[]}
 */
export const arrowMutants = Object.entries(changes).flatMap(([file, byReason]) =>
  Object.entries(byReason).flatMap(([reason, pairs]) =>
    pairs.map(([original, replacement]) => ({
      file: `packages/rows/src/arrow/${file}`,
      original,
      replacement,
      reason,
    })),
  ),
);
