import { ConnectorError } from "@wellhead/client";
import { type Account, flatAccount } from "../connect/account/account.js";
import { loadDateLanguage, wireDateRange } from "../controls/form/date-language.js";
import type { FormField } from "../controls/form/form-field.js";
import { type Submission, submitForm } from "../controls/form/submit-form.js";
import type { JsonRecord } from "../text/record.js";
import { rememberFields } from "../workbench/exchanges/secrets.js";
import { connectorAt } from "../workbench/http/page-connector.js";

/** A filter form as typed. */
export interface FilterForm {
  readonly base: string;
  readonly source: string;
  /** The account, which has just been validated. */
  readonly account: Account;
  readonly fields: readonly FormField[];
  readonly typed: JsonRecord;
}

/** A checked filter: the values to send, and the problems. */
export interface CheckedFilter extends Submission {
  /** A message about the filter as a whole; empty when there is none. */
  readonly problem: string;
}

/**
 * Converts a filter form to the values to send, and lets the connector check them. Days start and end in the time zone
 * of the account.
 *
 * @throws ConnectorError when the connector does not return the time zone
 */
export async function checkFilter({
  base,
  source,
  account,
  fields,
  typed,
}: FilterForm): Promise<CheckedFilter> {
  const connector = connectorAt(base);
  const hasDates = fields.some(({ id, type }) => type === "date" && typeof typed[id] === "string");
  const dates = hasDates ? await loadDateLanguage() : undefined;
  const zone = hasDates ? await connector.timeZone({ account: flatAccount(account), validate: false }) : "Z";
  const submission = submitForm(fields, typed, (text) => dates && wireDateRange(dates, text, zone));
  rememberFields(fields, submission.values);
  if (submission.problems.size > 0 || fields.length === 0) return { ...submission, problem: "" };
  try {
    await connector.checkFilter({
      source,
      account: flatAccount(account),
      validate: false,
      filter: submission.values,
    });
    return { ...submission, problem: "" };
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    const { field, message } = error;
    return field !== undefined && fields.some(({ id }) => id === field)
      ? { ...submission, problems: new Map([[field, message]]), problem: "" }
      : { ...submission, problem: message };
  }
}
