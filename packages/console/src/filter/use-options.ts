import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { type Account, flatAccount } from "../connect/account/account.js";
import { validAccount } from "../connect/account/accounts.js";
import type { OptionsState } from "../controls/form/field-props.js";
import { type FieldOption, type FormField, fieldOptions } from "../controls/form/form-field.js";
import { ownOptions } from "../controls/form/own-options.js";
import { isEmpty } from "../controls/form/submit-form.js";
import type { JsonRecord } from "../text/record.js";
import { errorText } from "../workbench/exchanges/error-text.js";
import { rememberFields } from "../workbench/exchanges/secrets.js";
import { connectorAt } from "../workbench/http/page-connector.js";

/** What the options of a field depend on. */
export interface UseOptionsProps {
  readonly base: string;
  readonly source: string;
  readonly account: Account | undefined;
  readonly field: FormField;
  readonly fields: readonly FormField[];
  readonly values: JsonRecord;
}

// Delay that avoids a request for every key typed into a field that others depend on.
const pauseMilliseconds = 250;

/**
 * Returns the options of a filter field: its own, or those requested as soon as the fields they depend on have values,
 * and again when these change.
 */
export function useOptions({ base, source, account, field, fields, values }: UseOptionsProps): OptionsState {
  const state = useSignal<OptionsState>({ state: "none" });
  const attempt = useSignal(0);
  const asked = field.hasDatalist && field.type !== "date" && field.options === undefined;
  const missing = field.dependsOn.filter((id) => isEmpty(values[id]));
  const dependents = JSON.stringify(field.dependsOn.map((id) => values[id]));
  useEffect(() => {
    if (!asked) return undefined;
    const reason = account === undefined ? "Connect an account first" : waitingFor(missing, fields);
    if (account === undefined || reason !== "") {
      state.value = { state: "waiting", reason };
      return undefined;
    }
    const stop = new AbortController();
    state.value = { state: "loading" };
    const load = async (): Promise<void> => {
      try {
        rememberFields(fields, values);
        const options = await loadOptions({ base, source, account, field, values }, stop.signal);
        state.value = readyOptions(options);
      } catch (error) {
        if (stop.signal.aborted) return;
        const problem = errorText(error, "Could not load the options.");
        state.value = { state: "failed", problem, retry: () => (attempt.value += 1) };
      }
    };
    const timer = setTimeout(() => void load(), field.dependsOn.length > 0 ? pauseMilliseconds : 0);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [asked, base, source, account?.key, field.id, dependents, attempt.value]);
  return asked ? state.value : ownOptions(field);
}

/** A last option without a value is not an option: it says that the list was truncated. */
function readyOptions(options: readonly FieldOption[]): OptionsState {
  const last = options.at(-1);
  if (last?.value !== "") return { state: "ready", options, cutNote: "" };
  return { state: "ready", options: options.slice(0, -1), cutNote: last.title };
}

function waitingFor(missing: readonly string[], fields: readonly FormField[]): string {
  if (missing.length === 0) return "";
  const titles = missing.map((id) => fields.find((one) => one.id === id)?.title ?? id);
  return `Choose ${titles.join(" and ")} first`;
}

/** A request for the options of a filter field. */
interface OptionsRequest {
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
async function loadOptions(
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
