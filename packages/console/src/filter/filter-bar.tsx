import type { JSX } from "preact";
import type { SourceInfo } from "../connect/connectors/application.js";
import type { FormField } from "../controls/form/form-field.js";
import { isEmpty } from "../controls/form/submit-form.js";
import { Icon } from "../controls/icon.js";
import { Popover } from "../controls/popover.js";
import { visibleText } from "../text/visible-text.js";
import { describeValue } from "./describe-value.js";
import { draft, draftProblems, openedField, removedValues, typeFilter, undoRemoval } from "./draft.js";
import { FilterField } from "./filter-field.js";
import { FilterPicker } from "./filter-picker.js";
import { knownOptions, optionsKey } from "./known-options.js";
import { editedFields } from "./sent-filter.js";

/** Props of `FilterBar`: a source and its connector. */
export interface FilterBarProps {
  readonly base: string;
  readonly source: SourceInfo;
  /** Requests rows with the filter. */
  readonly run: () => void;
}

/** Shows the filter as chips: one for each field with a value, and one to add another field. */
export function FilterBar({ base, source, run }: FilterBarProps): JSX.Element | null {
  const fields = source.filter.filter(({ type }) => type !== "link" && type !== "oauth");
  const values = draft.value;
  const opened = openedField.value;
  const edited = editedFields(base, source.id, fields);
  const hasChip = ({ id, required }: FormField): boolean =>
    required ||
    !isEmpty(values[id]) ||
    draftProblems.value.has(id) ||
    id === opened ||
    edited.some((field) => field.id === id);
  const links = source.filter.filter(({ type }) => type === "link");
  if (source.filter.length === 0) return null;
  return (
    <ul class="chips" aria-label="Filter">
      {fields.filter(hasChip).map((field) => (
        <li key={field.id}>
          <FilterChip base={base} source={source} field={field} run={run} isEdited={edited.includes(field)} />
        </li>
      ))}
      <li>
        <FilterPicker fields={fields.filter((field) => !hasChip(field))} links={links} />
      </li>
      <RemovedNote />
      {edited.length === 0 ? null : (
        <li class="chips-note">
          <span role="status">Edited: the rows are still those of the filter before.</span>
          <button type="button" class="primary small" onClick={run}>
            Apply
          </button>
        </li>
      )}
    </ul>
  );
}

/** Says which values were removed with the field they depend on, and offers them again. */
function RemovedNote(): JSX.Element | null {
  const removed = removedValues.value;
  if (removed === undefined) return null;
  const titles = removed.fields.map(({ title }) => visibleText(title, 60)).join(", ");
  return (
    <li class="chips-note">
      <span role="status">
        {titles} removed: {removed.fields.length === 1 ? "it depends" : "they depend"} on{" "}
        {visibleText(removed.parent.title, 60)}.
      </span>
      <button type="button" class="link" onClick={undoRemoval}>
        Undo
      </button>
    </li>
  );
}

interface FilterChipProps extends FilterBarProps {
  readonly field: FormField;
  /** Whether the value differs from the one that the rows were requested with. */
  readonly isEdited: boolean;
}

function FilterChip(props: FilterChipProps): JSX.Element {
  const { base, source, field, isEdited } = props;
  const value = draft.value[field.id];
  const hasValue = !isEmpty(value);
  const isWrong = draftProblems.value.has(field.id) || (field.required && !hasValue);
  const title = visibleText(field.title, 60);
  const loaded = knownOptions.value.get(optionsKey(base, source.id, field.id));
  const placeholder = placeholderOf(field, isEdited);
  return (
    <span class={`chip ${isWrong ? "wrong" : ""} ${isEdited ? "edited" : ""}`}>
      <Popover
        name={title}
        buttonClass="chip-button"
        opened={openedField.value === field.id}
        onClose={() => {
          if (openedField.peek() === field.id) openedField.value = undefined;
        }}
        button={
          <>
            <bdi class="chip-title">{title}</bdi>
            {isEdited ? <span class="visually-hidden">edited, not applied</span> : null}
            <bdi class="chip-value">
              {hasValue ? visibleText(describeValue(field, value, loaded), 60) : placeholder}
            </bdi>
          </>
        }
      >
        {(close) => <ChipForm {...props} close={close} />}
      </Popover>
      {hasValue ? (
        <button
          type="button"
          class="chip-remove"
          aria-label={`Remove ${title}`}
          onClick={() => typeFilter(source.filter, field.id, "")}
        >
          <Icon name="close" />
        </button>
      ) : null}
    </span>
  );
}

function placeholderOf({ required }: FormField, isEdited: boolean): string {
  if (required) return "required";
  return isEdited ? "removed" : "…";
}

function ChipForm({
  base,
  source,
  field,
  run,
  close,
}: FilterChipProps & { readonly close: () => void }): JSX.Element {
  return (
    <form
      class="form chip-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        close();
        run();
      }}
    >
      <FilterField base={base} source={source} field={field} />
      <span class="actions">
        <button type="submit" class="primary small">
          Run
        </button>
        <button type="button" class="quiet" onClick={close}>
          Done
        </button>
      </span>
    </form>
  );
}
