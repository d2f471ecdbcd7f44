import { type Account, flatAccount } from "../account/account.js";
import { loadDateLanguage } from "../form/date-language.js";
import type { FormField } from "../form/form-field.js";
import { type Submission, submitForm } from "../form/submit-form.js";
import { refusal, sendRequest } from "../http/send-request.js";
import type { JsonRecord } from "../json/record.js";

/** A filter form as it is typed. */
export interface FilterForm {
  readonly base: string;
  readonly source: string;
  readonly account: Account | undefined;
  readonly fields: readonly FormField[];
  readonly typed: JsonRecord;
}

/** A checked filter: what is sent, and what is wrong. */
export interface CheckedFilter extends Submission {
  /** What is wrong with the filter as a whole; empty when nothing is. */
  readonly problem: string;
}

/** Turns a filter form into what is sent, and lets the connector check it. */
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
  // Connectors of the first generation have no such endpoint; their filter is checked when rows are asked for.
  if (answer.status < 400 || answer.status === 404 || answer.status === 405)
    return { ...submission, problem: "" };
  const { field, message } = refusal(answer);
  const known = field !== undefined && fields.some(({ id }) => id === field);
  return known
    ? { ...submission, problems: new Map([[field, message]]), problem: "" }
    : { ...submission, problem: message };
}
