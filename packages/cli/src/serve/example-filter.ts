import type { Field, Option, Source } from "@wellhead/client";

const lists = new Set(["list", "multidropdown", "multilist"]);

/** Sends POST /datalist to the connector for the options of a field; `undefined` when there is no response. */
export type AskOptions = (source: string, field: string) => Promise<readonly Option[] | undefined>;

/** An example filter, and whether it is complete enough to return rows. */
export interface ExampleFilter {
  readonly filter: Readonly<Record<string, unknown>>;
  /** Whether every required field has a value. */
  readonly whole: boolean;
}

/**
 * Finds an example filter. It has a value for each required field, preferably an option that the connector offers.
 * Without required fields, it is a filter that selects fewer rows.
 *
 * @param source - The source
 * @param ask - Requests the options of a field
 * @returns The filter
 */
export async function findExampleFilter(source: Source, ask: AskOptions): Promise<ExampleFilter> {
  // A choice of columns does not select any rows.
  const fields = source.filter.filter(({ id }) => id !== "columns");
  const required = fields.filter((field) => field.required);
  const filter: Record<string, unknown> = {};
  for (const field of required) filter[field.id] = await valueOf(field, source, ask);
  if (required.length > 0)
    return {
      filter: Object.fromEntries(Object.entries(filter).map(([id, value]) => [id, value ?? "…"])),
      whole: Object.values(filter).every((value) => value !== undefined),
    };
  const free = fields.filter(({ dependsOn }) => dependsOn.length === 0);
  const shown =
    free.find(({ type, options, hasDatalist }) => lists.has(type) && (options.length > 0 || hasDatalist)) ??
    free.find(({ type }) => type === "date") ??
    free.find(({ type }) => type === "bool");
  const value = shown && (await valueOf(shown, source, ask));
  return { filter: shown === undefined || value === undefined ? {} : { [shown.id]: value }, whole: true };
}

async function valueOf(field: Field, source: Source, ask: AskOptions): Promise<unknown> {
  const { id, type, options, hasDatalist, dependsOn } = field;
  if (type === "date") return "THIS YEAR";
  if (type === "bool") return true;
  const asked =
    lists.has(type) && hasDatalist && dependsOn.length === 0 ? await ask(source.id, id) : undefined;
  const option = (options[0] ?? asked?.[0])?.value;
  if (option === undefined || type === "list" || !lists.has(type)) return option;
  return [option];
}
