import { type Account, flatAccount } from "../account/account.js";
import { validAccount } from "../account/accounts.js";
import { type FieldOption, type FormField, fieldOptions } from "../form/form-field.js";
import { connectorAt } from "../http/page-connector.js";
import type { JsonRecord } from "../json/record.js";

/** A request for the options of a filter field. */
export interface OptionsRequest {
  readonly base: string;
  readonly source: string;
  readonly account: Account;
  readonly field: FormField;
  /** Values of the form, as sent. */
  readonly values: JsonRecord;
}

/**
 * Requests the options of a field from the connector, with an account that was validated for it.
 *
 * @throws ConnectorError with the connector's message
 */
export async function loadOptions(
  { base, source, account, field, values }: OptionsRequest,
  signal: AbortSignal,
): Promise<readonly FieldOption[]> {
  const valid = await validAccount(account);
  const options = await connectorAt(base).options({
    source,
    field: field.id,
    account: flatAccount(valid),
    validate: false,
    dependsOn: Object.fromEntries(field.dependsOn.map((id) => [id, values[id]])),
    signal,
  });
  return fieldOptions(options);
}
