import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Account } from "../account/account.js";
import { view } from "../app/view.js";
import type { SourceInfo } from "../connectors/application.js";
import { startStream, stream } from "../data/stream-state.js";
import { startValues } from "../form/start-values.js";
import type { JsonRecord } from "../json/record.js";
import { checkFilter } from "./check-filter.js";
import { sentFilter } from "./sent-filter.js";

/** The state of a filter form. */
export interface FilterFormState {
  /** The typed values, including defaults. */
  readonly values: JsonRecord;
  /** Messages about invalid fields, by field. */
  readonly problems: ReadonlySignal<ReadonlyMap<string, string>>;
  /** A message about the filter as a whole; empty when there is none. */
  readonly problem: ReadonlySignal<string>;
  readonly busy: ReadonlySignal<boolean>;
  /** Checks the filter and, if it is valid, requests rows. */
  readonly submit: () => Promise<void>;
}

/** Keeps the values typed into a filter form, and requests rows with them. */
export function useFilterForm(
  base: string,
  source: SourceInfo,
  account: Account | undefined,
): FilterFormState {
  const problems = useSignal<ReadonlyMap<string, string>>(new Map());
  const problem = useSignal("");
  const busy = useSignal(false);
  const values = { ...startValues(source.filter), ...view.value.filter };
  const { ending, field, note } = stream.value;
  useEffect(() => {
    if (ending === "refused" && field !== undefined) problems.value = new Map([[field, note]]);
  }, [ending, field, note]);

  async function submit(): Promise<void> {
    busy.value = true;
    problem.value = "";
    const form = { base, source: source.id, account, fields: source.filter, typed: values };
    try {
      const checked = await checkFilter(form);
      problems.value = checked.problems;
      problem.value = checked.problem;
      if (checked.problems.size === 0 && checked.problem === "") {
        sentFilter.value = checked.values;
        startStream({ base, source: source.id, account, filter: checked.values });
        showResults();
      }
    } catch (error) {
      problem.value = error instanceof Error ? error.message : "The filter could not be checked";
    }
    busy.value = false;
  }

  return { values, problems, problem, busy, submit };
}

// On a narrow screen the results are below the form and not visible.
function showResults(): void {
  if (matchMedia("(max-width: 820px)").matches) document.getElementById("results")?.scrollIntoView();
}
