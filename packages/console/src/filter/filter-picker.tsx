import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { FormField } from "../controls/form/form-field.js";
import { HelpLink } from "../controls/form/help-link.js";
import { Icon } from "../controls/icon.js";
import { Popover } from "../controls/popover.js";
import { formatCount } from "../text/format-amount.js";
import { visibleText } from "../text/visible-text.js";
import { openedField } from "./draft.js";

/** Props of `FilterPicker`: the fields that have no chip, and links that explain the filter. */
export interface FilterPickerProps {
  readonly fields: readonly FormField[];
  readonly links: readonly FormField[];
}

// Maximum number of fields listed at once; the search finds the others.
const maxListed = 200;

/** A button that opens a searchable list of the fields that can be added to the filter. */
export function FilterPicker({ fields, links }: FilterPickerProps): JSX.Element | null {
  if (fields.length === 0 && links.length === 0) return null;
  return (
    <Popover
      name="Add a filter"
      buttonClass="chip-add"
      button={
        <>
          <Icon name="plus" /> Filter
        </>
      }
    >
      {(close) => <FieldList fields={fields} links={links} close={close} />}
    </Popover>
  );
}

function FieldList({
  fields,
  links,
  close,
}: FilterPickerProps & { readonly close: () => void }): JSX.Element {
  const search = useSignal("");
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = fields.filter(({ id, title, description }) =>
    words.every((word) => `${id} ${title} ${description}`.toLowerCase().includes(word)),
  );
  const pick = (field: FormField): void => {
    close();
    openedField.value = field.id;
  };
  return (
    <form
      class="picker"
      onSubmit={(event) => {
        event.preventDefault();
        const [first] = found;
        if (first !== undefined) pick(first);
      }}
    >
      {fields.length > 8 ? (
        <input
          type="search"
          placeholder={`Search ${formatCount(fields.length)} fields`}
          aria-label="Search fields"
          value={search.value}
          onInput={(event) => (search.value = event.currentTarget.value)}
        />
      ) : null}
      <ul class="picker-list">
        {found.slice(0, maxListed).map((field) => (
          <li key={field.id}>
            <button type="button" class="picker-item" onClick={() => pick(field)}>
              <bdi>{visibleText(field.title, 80)}</bdi>
              <span class="picker-type">{field.type}</span>
            </button>
          </li>
        ))}
      </ul>
      {found.length > maxListed ? (
        <p class="about">{formatCount(found.length - maxListed)} more: search to find them</p>
      ) : null}
      {found.length === 0 && fields.length > 0 ? <p class="about">No field matches.</p> : null}
      {links.map((field) => (
        <HelpLink key={field.id} field={field} />
      ))}
    </form>
  );
}
