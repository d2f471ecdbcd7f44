import { useSignal } from "@preact/signals";
import { parseExactJson, writeExactJson } from "@wellhead/client";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { isRecord } from "../json/record.js";
import { formatCount } from "../text/format-amount.js";
import { visibleText } from "../text/visible-text.js";
import { stream } from "./stream-state.js";

const longestValue = 20_000;
const mostMembers = 500;

/** Shows one complete row in a dialog. */
export function RowDialog({ row, close }: { readonly row: number; readonly close: () => void }): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const text = useSignal("");
  const problem = useSignal("");
  useEffect(() => {
    dialog.current?.showModal();
    void stream
      .peek()
      .result?.fetchRow(row)
      .then(
        (answer) => {
          text.value = answer;
        },
        (error: unknown) => {
          problem.value = error instanceof Error ? error.message : "The row could not be read";
        },
      );
  }, [row]);
  const value: unknown = text.value === "" ? undefined : parseExactJson(text.value);
  const members = isRecord(value) ? Object.entries(value) : [];
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby="row-dialog-title" onClose={close}>
      <header>
        <h2 id="row-dialog-title">Row {formatCount(row + 1)}</h2>
        <button type="button" class="quiet" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </header>
      {problem.value === "" ? null : <p class="notice">{visibleText(problem.value, 400)}</p>}
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
  const text = typeof value === "string" ? value : writeExactJson(value);
  if (text.length <= longestValue) return visibleText(text, longestValue);
  return `${visibleText(text.slice(0, longestValue), longestValue)} … ${formatCount(text.length)} characters in all`;
}
