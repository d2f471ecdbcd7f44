import type { Account, Connector, Field, Source } from "@wellhead/client";
import { didYouMean } from "@wellhead/contract/names";

/** Options of {@link warnOfUnknownOptions}. */
export interface WarnOfUnknownOptionsOptions {
  readonly source: Source;
  readonly account: Account;
  /** Values by field id. */
  readonly filter: Readonly<Record<string, unknown>>;
  /** Aborts the requests. */
  readonly signal: AbortSignal;
}

/**
 * Finds filter values that are not among the options of their field. Most connectors return no rows for them.
 *
 * @param connector - The connector, which is asked for live options
 * @param options - Source, account and filter
 * @returns A warning for each such value
 */
export async function warnOfUnknownOptions(
  connector: Connector,
  options: WarnOfUnknownOptionsOptions,
): Promise<readonly string[]> {
  const { source, filter } = options;
  const warnings: string[] = [];
  for (const field of source.filter) {
    const value = filter[field.id];
    if (value === undefined || field.type === "date") continue;
    const known = await optionsOf(connector, field, options);
    if (known.length === 0) continue;
    for (const one of Array.isArray(value) ? value : [value]) {
      const text = String(one);
      if (known.includes(text)) continue;
      warnings.push(
        `Warning: "${text}" is not among the options of "${field.id}".${didYouMean(text, known)}`,
      );
    }
  }
  return warnings;
}

async function optionsOf(
  connector: Connector,
  field: Field,
  { source, account, filter, signal }: WarnOfUnknownOptionsOptions,
): Promise<readonly string[]> {
  const missing = field.dependsOn.some((id) => filter[id] === undefined);
  if (field.options.length > 0 || !field.hasDatalist || missing) {
    return field.options.map((option) => String(option.value));
  }
  const dependsOn = Object.fromEntries(field.dependsOn.map((id) => [id, filter[id]]));
  // A failed request only costs the warning: the request for rows will report what is wrong.
  const options = await connector
    // The account is the one that was validated for the rows.
    .options({ source: source.id, field: field.id, account, validate: false, dependsOn, signal })
    .catch(() => []);
  return options.map((option) => String(option.value));
}
