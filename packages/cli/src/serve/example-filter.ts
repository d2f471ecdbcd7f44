import type { Field, Option, Source } from "@wellhead/client";

const lists = new Set(["list", "multidropdown", "multilist"]);

/** Asks POST /datalist of the connector for the options of a field; `undefined` when it has no answer. */
export type AskOptions = (source: string, field: string) => Promise<readonly Option[] | undefined>;

/** A filter to show, and whether rows can come back for it. */
export interface ExampleFilter {
  readonly filter: Readonly<Record<string, unknown>>;
  /** Whether every required field has a value. */
  readonly whole: boolean;
}

/**
 * Finds a filter to show: a value for each required field, preferably an option that the connector itself offers; without
 * required fields one that narrows the rows.
 *
 * @param source - The source to filter
 * @param ask - Asks for options
 * @returns The filter
 */
export async function findExampleFilter(source: Source, ask: AskOptions): Promise<ExampleFilter> {
  // Choosing columns narrows rows, it does not choose any.
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
