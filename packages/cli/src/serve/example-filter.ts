import { record, records } from "../remote/loose.js";
import { joinAddress } from "../remote/read-address.js";
import { callForJson } from "../remote/read-answer.js";
import type { RemoteField, RemoteSource } from "../remote/remote-application.js";

const lists = new Set(["list", "multidropdown", "multilist"]);
const patience = 2000;

/**
 * Finds a filter to show: preferably an option that the connector itself gives, so that rows come back.
 *
 * @param base - Base address of the connector
 * @param source - The source to filter
 * @param requestId - Id of the request it takes
 * @returns A filter with one member, or an empty one
 */
export async function findExampleFilter(
  base: URL,
  source: RemoteSource,
  requestId: string,
): Promise<Record<string, unknown>> {
  // Choosing columns narrows rows, it does not choose any.
  const fields = source.filter.filter(({ id, requires }) => id !== "columns" && requires.length === 0);
  const list = fields.find(
    ({ type, choices, datalist }) => lists.has(type) && (choices.length > 0 || datalist),
  );
  const option = list && (list.choices[0] ?? (await firstOption(base, source, { field: list, requestId })));
  if (list !== undefined && option !== undefined) {
    return { [list.id]: list.type === "list" ? option : [option] };
  }
  const date = fields.find(({ type }) => type === "date");
  if (date !== undefined) return { [date.id]: "THIS YEAR" };
  const bool = fields.find(({ type }) => type === "bool");
  return bool === undefined ? {} : { [bool.id]: true };
}

async function firstOption(
  base: URL,
  source: RemoteSource,
  { field, requestId }: { readonly field: RemoteField; readonly requestId: string },
): Promise<unknown> {
  const url = joinAddress(base, "/datalist");
  url.searchParams.set("source", source.id);
  url.searchParams.set("field", field.id);
  try {
    const signal = AbortSignal.timeout(patience);
    const options = await callForJson({ method: "POST", url, body: {}, signal, requestId });
    return record(records(options)[0])["value"];
  } catch {
    // An example is not worth an error: the connector may need an account, or its source may be down.
    return undefined;
  }
}
