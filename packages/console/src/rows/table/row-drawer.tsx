import { useSignal } from "@preact/signals";
import { parseExactJson } from "@wellhead/client";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { CopyButton } from "../../controls/copy-button.js";
import { Drawer } from "../../controls/drawer.js";
import { Icon } from "../../controls/icon.js";
import { formatCount } from "../../text/format-amount.js";
import { isRecord } from "../../text/record.js";
import { errorText } from "../../workbench/exchanges/error-text.js";
import type { ResultData } from "../data/result-data.js";
import { JsonTree } from "./json-tree.js";

/** Props of `RowDrawer`: the row that is open. */
export interface RowDrawerProps {
  /** Number of the row in the order of arrival. */
  readonly number: number;
  /** Position in the table, and number of rows in it. */
  readonly position: number;
  readonly rowCount: number;
  readonly data: ResultData;
  readonly open: (position: number) => void;
  readonly close: () => void;
}

const maxMembers = 500;

/** Shows a whole row next to the table. */
export function RowDrawer({ number, position, rowCount, data, open, close }: RowDrawerProps): JSX.Element {
  const text = useSignal<string | undefined>(undefined);
  const problem = useSignal("");
  useEffect(() => {
    let isCurrent = true;
    data.fetchRow(number).then(
      (json) => {
        if (isCurrent) text.value = json;
      },
      (error: unknown) => {
        if (isCurrent) problem.value = errorText(error, "Could not load the row.");
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [number, data]);
  return (
    <Drawer
      title={`Row ${formatCount(number + 1)}`}
      close={close}
      actions={
        <>
          <button
            type="button"
            class="icon-button"
            aria-label="Previous row"
            disabled={position === 0}
            onClick={() => open(position - 1)}
          >
            <Icon name="previous" />
          </button>
          <button
            type="button"
            class="icon-button"
            aria-label="Next row"
            disabled={position + 1 >= rowCount}
            onClick={() => open(position + 1)}
          >
            <Icon name="next" />
          </button>
          <CopyButton text={() => text.value ?? ""}>Copy JSON</CopyButton>
        </>
      }
    >
      {problem.value === "" ? null : <p class="notice">{problem.value}</p>}
      {text.value === undefined ? <p class="skeleton" /> : <Members json={text.value} />}
    </Drawer>
  );
}

function Members({ json }: { readonly json: string }): JSX.Element {
  const row = parseExactJson(json);
  const members = isRecord(row) ? Object.entries(row) : [];
  return (
    <>
      {members.slice(0, maxMembers).map(([name, value]) => (
        <JsonTree key={name} name={name} value={value} depth={1} />
      ))}
      {members.length > maxMembers ? (
        <p class="about">and {formatCount(members.length - maxMembers)} more columns</p>
      ) : null}
    </>
  );
}
