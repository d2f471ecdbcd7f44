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

/** A filter form being filled in. */
export interface FilterFormState {
  /** What is typed, defaults included. */
  readonly values: JsonRecord;
  /** Problems by field. */
  readonly problems: ReadonlySignal<ReadonlyMap<string, string>>;
  /** What is wrong with the filter as a whole; empty when nothing is. */
  readonly problem: ReadonlySignal<string>;
  readonly busy: ReadonlySignal<boolean>;
  /** Has the filter checked, and asks for rows when it is right. */
  readonly submit: () => Promise<void>;
}

/** Keeps what is typed into a filter form, and asks for rows with it. */
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

// On a narrow screen the results stand below the form, out of sight.
function showResults(): void {
  if (matchMedia("(max-width: 820px)").matches) document.getElementById("results")?.scrollIntoView();
}
