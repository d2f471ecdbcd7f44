import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { isRecord, parseJson } from "../json/record.js";
import { formatCount } from "../text/format-amount.js";
import { visibleText } from "../text/visible-text.js";
import { engine } from "./stream-state.js";

const longestValue = 20_000;
const mostMembers = 500;

/** Shows one complete row in a dialog. */
export function RowDialog({ row, close }: { readonly row: number; readonly close: () => void }): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const text = useSignal("");
  useEffect(() => {
    dialog.current?.showModal();
    void engine.ask("row", { index: row }).then((answer) => {
      text.value = answer;
    });
  }, [row]);
  const value = parseJson(text.value);
  const members = isRecord(value) ? Object.entries(value) : [];
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby="row-dialog-title" onClose={close}>
      <header>
        <h2 id="row-dialog-title">Row {formatCount(row + 1)}</h2>
        <button type="button" class="quiet" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </header>
      <dl class="members">
        {members.slice(0, mostMembers).map(([name, member]) => (
          <div key={name}>
            <dt>{visibleText(name, 120)}</dt>
            <dd>{longText(member)}</dd>
          </div>
        ))}
      </dl>
      {members.length > mostMembers ? (
        <p class="about">and {formatCount(members.length - mostMembers)} more columns</p>
      ) : null}
    </dialog>
  );
}

function longText(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value, undefined, 2);
  if (text.length <= longestValue) return visibleText(text, longestValue);
  return `${visibleText(text.slice(0, longestValue), longestValue)} … ${formatCount(text.length)} characters in all`;
}
