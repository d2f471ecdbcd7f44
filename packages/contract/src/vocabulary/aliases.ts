/** The public names of one member: the names accepted, in order of preference, and the names emitted. */
export interface Alias {
  /** Member names understood in a request, the preferred one first. */
  readonly accept: readonly string[];
  /** Member names written in an answer; all carry the same value. */
  readonly emit: readonly string[];
}

/**
 * The accept/emit table: where two public names exist for one thing, both are emitted and either is accepted.
 *
 * Pairs whose second name carries the opposite or another shape (`optional`/`required`, options, expiry)
 * have their own functions next to this table.
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
  /** Lower end of a range; absent, `null` and empty text mean open. */
  rangeStart: { accept: ["_min"], emit: ["_min"] },
  /** Upper end of a range; absent, `null` and empty text mean open. */
  rangeEnd: { accept: ["_max"], emit: ["_max"] },
} as const satisfies Readonly<Record<string, Alias>>;

/**
 * Reads the first present member of a record among the accepted names of an alias.
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
