import { type Account, flatAccount } from "../account/account.js";
import { loadDateLanguage } from "../form/date-language.js";
import type { FormField } from "../form/form-field.js";
import { type Submission, submitForm } from "../form/submit-form.js";
import { refusal, sendRequest } from "../http/send-request.js";
import type { JsonRecord } from "../json/record.js";

/** A filter form as typed. */
export interface FilterForm {
  readonly base: string;
  readonly source: string;
  readonly account: Account | undefined;
  readonly fields: readonly FormField[];
  readonly typed: JsonRecord;
}

/** A checked filter: the values to send, and the problems. */
export interface CheckedFilter extends Submission {
  /** A message about the filter as a whole; empty when there is none. */
  readonly problem: string;
}

/** Converts a filter form to the values to send, and lets the connector check them. */
export async function checkFilter({
  base,
  source,
  account,
  fields,
  typed,
}: FilterForm): Promise<CheckedFilter> {
  const dates = fields.some(({ type }) => type === "date") ? await loadDateLanguage() : undefined;
  const submission = submitForm(fields, typed, (text) =>
    dates?.toWireDateRange(dates.parseDateRange(text, { now: Date.now() })),
  );
  if (submission.problems.size > 0 || fields.length === 0) return { ...submission, problem: "" };
  const body = {
    source,
    account: account === undefined ? {} : flatAccount(account),
    filter: submission.values,
  };
  const answer = await sendRequest({ base, method: "POST", path: "/validate/filter", body });
  // Connectors of the first generation do not have this endpoint; they check the filter when rows are requested.
  if (answer.status < 400 || answer.status === 404 || answer.status === 405)
    return { ...submission, problem: "" };
  const { field, message } = refusal(answer);
  const known = field !== undefined && fields.some(({ id }) => id === field);
  return known
    ? { ...submission, problems: new Map([[field, message]]), problem: "" }
    : { ...submission, problem: message };
}
