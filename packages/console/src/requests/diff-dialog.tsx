import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { visibleText } from "../text/visible-text.js";
import type { Exchange } from "../workbench/exchanges/exchange.js";
import { maskSecrets } from "../workbench/exchanges/mask-secrets.js";
import { knownSecrets } from "../workbench/exchanges/secrets.js";
import { diffLines } from "./diff-lines.js";
import { prettyBody } from "./pretty-body.js";

/** Props of `DiffDialog`: two exchanges to compare. */
export interface DiffDialogProps {
  readonly before: Exchange;
  readonly after: Exchange;
  readonly close: () => void;
}

const signs = { same: " ", added: "+", removed: "−" } as const;

/** Shows the differences of two responses, line by line. */
export function DiffDialog({ before, after, close }: DiffDialogProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const lines = diffLines(textOfExchange(before), textOfExchange(after));
  const changed = lines.filter(({ kind }) => kind !== "same").length;
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby="diff-title" onClose={close}>
      <header>
        <h2 id="diff-title">{changed === 0 ? "The answers are equal" : `${changed} lines differ`}</h2>
        <button type="button" class="quiet" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </header>
      <pre class="body diff" tabIndex={0} aria-label="Differences">
        {lines.map(({ kind, text }, index) => (
          <span key={index} class={`diff-${kind}`}>
            {`${signs[kind]} ${visibleText(text, 2_000)}\n`}
          </span>
        ))}
      </pre>
    </dialog>
  );
}

function textOfExchange({ status, responseBody }: Exchange): string {
  return `status ${status ?? "none"}\n${prettyBody(maskSecrets(responseBody, knownSecrets()))}`;
}
