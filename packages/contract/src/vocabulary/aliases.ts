/**
 * The public names of one member: the names that are accepted, in order of preference, and the names that are emitted.
 */
export interface Alias {
  /** Member names that are understood in a request, the preferred one first. */
  readonly accept: readonly string[];
  /** Member names that are written in a response. All of them carry the same value. */
  readonly emit: readonly string[];
}

/**
 * The accept/emit table: where one member has two public names, both are emitted and either is accepted.
 *
 * Pairs whose second name carries the opposite or another shape (`optional`/`required`, options, expiry) have their own
 * functions next to this table.
 *
 * @see The connector contract, "General rules"
 */
export const aliases = {
  /** Marker of the account kind inside a flat account. */
  accountKind: { accept: ["auth", "identifier"], emit: ["auth", "identifier"] },
  /** Label of a field. */
  label: { accept: ["title", "name"], emit: ["title", "name"] },
  /** Web site of the application. */
  site: { accept: ["site", "website"], emit: ["site", "website"] },
  /** Sentence of an error. */
  errorText: { accept: ["error", "message"], emit: ["error", "message"] },
  /** Label of an option of a datalist. */
  optionLabel: { accept: ["title", "name"], emit: ["title", "name"] },
  /** Expiry of an access token; the value is read by `acceptExpiry` and written by `emitExpiry`. */
  expiry: {
    accept: ["expires_on", "expire_on", "expireOn", "token_expiration"],
    emit: ["expires_on", "expire_on"],
  },
  /** Lower end of a range. An absent end, `null` and empty text mean that it is open. */
  rangeStart: { accept: ["_min"], emit: ["_min"] },
  /** Upper end of a range. An absent end, `null` and empty text mean that it is open. */
  rangeEnd: { accept: ["_max"], emit: ["_max"] },
} as const satisfies Readonly<Record<string, Alias>>;

/**
 * Reads the first of the accepted names of an alias that a record has.
 *
 * @param record - Object as received
 * @param alias - One row of {@link aliases}
 * @returns The value, or `undefined` when each accepted name is absent, `null` or empty text
 */
export function acceptAlias(record: Readonly<Record<string, unknown>>, alias: Alias): unknown {
  for (const name of alias.accept) {
    const value = Object.hasOwn(record, name) ? record[name] : undefined;
    if (value !== undefined && value !== null && value !== "") return value;
  }
  return undefined;
}

/**
 * Writes one value under every emitted name of an alias.
 *
 * @param alias - One row of {@link aliases}
 * @param value - The value of every emitted name
 * @returns An object with one member per emitted name
 */
export function emitAlias(alias: Alias, value: unknown): Record<string, unknown> {
  return Object.fromEntries(alias.emit.map((name) => [name, value]));
}

/**
 * A smaller number is read as seconds since 1970, any other number as milliseconds (100,000,000,000 ms is March 1973).
 */
const firstMillisecondValue = 100_000_000_000;

/**
 * Reads the expiry of an access token from an account, under any of its public names and formats.
 *
 * @param account - Flat account as the platform stored it
 * @returns Milliseconds since 1970, or `undefined` when the account does not have a readable expiry
 * @see The connector contract, "General rules", row "expiry"
 */
export function acceptExpiry(account: Readonly<Record<string, unknown>>): number | undefined {
  const value = acceptAlias(account, aliases.expiry);
  if (typeof value === "number") return fromEpoch(value);
  if (typeof value !== "string") return undefined;
  if (/^\d{1,16}$/.test(value)) return fromEpoch(Number(value));
  const instant = Date.parse(value);
  return Number.isNaN(instant) ? undefined : instant;
}

/**
 * Writes the expiry of an access token under both emitted names, ISO 8601 in UTC with milliseconds.
 *
 * @param expiry - Milliseconds since 1970
 * @returns `{ expires_on, expire_on }`
 * @throws RangeError when the number is outside the range of a JavaScript `Date`
 */
export function emitExpiry(expiry: number): Record<string, unknown> {
  return { expires_on: new Date(expiry).toISOString(), expire_on: new Date(expiry).toISOString() };
}

function fromEpoch(value: number): number | undefined {
  if (!Number.isFinite(value) || value <= 0) return undefined;
  return value < firstMillisecondValue ? value * 1000 : value;
}

/** One option of a list: the title that a person reads, and the value that is sent. */
export interface Option {
  readonly title: string;
  readonly value: string | number | boolean;
}

/**
 * Writes an option of a datalist with both public labels.
 *
 * @param option - Title and value
 * @returns `{ title, name, value }`
 * @see The connector contract, "General rules", row "datalist option"
 */
export function emitOption(option: Option): {
  title: string;
  name: string;
  value: string | number | boolean;
} {
  return { title: option.title, name: option.title, value: option.value };
}

/**
 * Writes the static options of a field in every public form.
 *
 * @param options - Options in the order to show them
 * @returns `{ data: [{title,name,value}], choices: [value], options: [value] }`
 * @see The connector contract, "General rules", row "static options"
 */
export function emitStaticOptions(options: readonly Option[]): Record<string, unknown> {
  const values = options.map((option) => option.value);
  return { data: options.map((option) => emitOption(option)), choices: values, options: values };
}

/**
 * Writes the label and the obligation of a field in every public form.
 *
 * @param title - Label
 * @param optional - Whether the field may be left empty
 * @returns `{ title, name, optional, required }`
 * @see The connector contract, "General rules", rows "field label" and "obligation"
 */
export function emitLabel(title: string, optional: boolean): Record<string, unknown> {
  return { ...emitAlias(aliases.label, title), optional, required: !optional };
}

/**
 * Reads several values sent as a JSON array, a comma-joined text or a repeated query argument.
 *
 * The elements of an array are kept unchanged, including commas and empty texts. Only a single text is split.
 *
 * @param raw - The value as received
 * @returns The values; an empty array when there are none
 * @see The connector contract, "General rules", row "several values"
 */
export function acceptValues(raw: unknown): unknown[] {
  if (raw === undefined || raw === null || raw === "") return [];
  if (Array.isArray(raw)) return raw;
  if (typeof raw !== "string") return [raw];
  return raw
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
