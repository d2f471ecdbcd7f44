import { type Account, flatAccount } from "../account/account.js";
import type { FieldOption, FormField } from "../form/form-field.js";
import { readOptions } from "../form/read-options.js";
import { RequestFailure, requestJson } from "../http/send-request.js";
import { isList, type JsonRecord } from "../json/record.js";
import { scalarText } from "../json/scalar-text.js";

/** A request for the options of a filter field. */
export interface OptionsRequest {
  readonly base: string;
  readonly source: string;
  readonly account: Account | undefined;
  readonly field: FormField;
  /** Values of the form, as sent. */
  readonly values: JsonRecord;
}

/**
 * Requests the options of a field from the connector.
 *
 * @throws RequestFailure with the connector's message
 */
export async function loadOptions(
  request: OptionsRequest,
  signal: AbortSignal,
): Promise<readonly FieldOption[]> {
  const { base, source, account, field, values } = request;
  const query: Record<string, string> = { source, field: field.id };
  for (const id of field.requires) query[id] = joined(values[id]);
  const body = account === undefined ? {} : flatAccount(account);
  const answer = await requestJson({ base, method: "POST", path: "/datalist", query, body }, signal);
  const options = readOptions(answer);
  if (options === undefined) throw new RequestFailure("Read the options: found no JSON array");
  return options;
}

function joined(value: unknown): string {
  if (isList(value)) return value.map((one) => joined(one)).join(",");
  if (typeof value === "object" && value !== null) return JSON.stringify(value);
  return scalarText(value);
}
