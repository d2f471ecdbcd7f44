import type { JSX } from "preact";
import { currentAccount } from "../account/accounts.js";
import { changeView } from "../app/view.js";
import type { SourceInfo } from "../connectors/application.js";
import { visibleText } from "../text/visible-text.js";
import { FilterField } from "./filter-field.js";
import { useFilterForm } from "./use-filter-form.js";

/** Props of `FilterSection`: a source and its connector. */
export interface FilterSectionProps {
  readonly base: string;
  readonly source: SourceInfo;
}

/** Shows the filter form of a source and requests its rows. */
export function FilterSection({ base, source }: FilterSectionProps): JSX.Element {
  const account = currentAccount.value;
  const { values, problems, problem, busy, submit } = useFilterForm(base, source, account);
  return (
    <form
      class="step form"
      aria-labelledby="filter-title"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      noValidate
    >
      <h2 id="filter-title">Filter</h2>
      {source.filter.length === 0 ? <p class="about">This source has no filter.</p> : null}
      {source.filter.map((field) => (
        <FilterField
          key={field.id}
          base={base}
          source={source.id}
          account={account}
          field={field}
          fields={source.filter}
          values={values}
          problem={problems.value.get(field.id)}
          change={(value) => changeView({ filter: { ...values, [field.id]: value } })}
        />
      ))}
      {problem.value === "" ? null : (
        <p class="notice" role="alert">
          {visibleText(problem.value, 600)}
        </p>
      )}
      <div class="run">
        <button type="submit" class="primary" disabled={busy.value || account === undefined}>
          {busy.value ? "Checking…" : "Show rows"}
        </button>
        {account === undefined ? <span class="about">Connect an account first</span> : null}
      </div>
    </form>
  );
}
