import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { saveFile } from "../controls/save-file.js";
import { type Exchange, exchanges } from "../exchanges/exchange.js";
import { maskExchange, maskSecrets } from "../exchanges/mask-secrets.js";
import { knownSecrets } from "../exchanges/secrets.js";
import { formatBytes, formatCount, formatDuration } from "../text/format-amount.js";
import { visibleText } from "../text/visible-text.js";
import { DiffDialog } from "./diff-dialog.js";
import { ExchangeDetail } from "./exchange-detail.js";
import { harOf } from "./har.js";

/** Shows every request of the session, and details of the selected one. */
export function RequestsPanel({ base }: { readonly base: string }): JSX.Element {
  const own = exchanges.value.filter((exchange) => exchange.base === base);
  const open = useSignal<number | undefined>(undefined);
  const marked = useSignal<number | undefined>(undefined);
  const compared = useSignal<readonly [Exchange, Exchange] | undefined>(undefined);
  const chosen = own.find(({ id }) => id === open.value) ?? own[0];
  const first = own.find(({ id }) => id === marked.value);
  if (chosen === undefined) return <p class="empty">No request has been made yet.</p>;
  return (
    <div class="requests-panel">
      <div class="requests-list">
        <ul class="exchanges" aria-label={`${formatCount(own.length)} requests`}>
          {own.map((exchange) => (
            <li key={exchange.id}>
              <ExchangeLine
                exchange={exchange}
                chosen={exchange.id === chosen.id}
                choose={() => (open.value = exchange.id)}
              />
            </li>
          ))}
        </ul>
        <button
          type="button"
          class="quiet"
          title="Secrets are masked"
          onClick={() => saveFile("requests.har", archiveOf(own))}
        >
          Save as HAR
        </button>
      </div>
      <ExchangeDetail
        key={chosen.id}
        exchange={chosen}
        compare={
          first === undefined || first.id === chosen.id
            ? {
                label: first?.id === chosen.id ? "Now choose the other one" : "Compare with…",
                act: () => (marked.value = chosen.id),
              }
            : { label: "Compare with the one before", act: () => (compared.value = [first, chosen]) }
        }
      />
      {compared.value === undefined ? null : (
        <DiffDialog
          before={compared.value[0]}
          after={compared.value[1]}
          close={() => {
            compared.value = undefined;
            marked.value = undefined;
          }}
        />
      )}
    </div>
  );
}

interface ExchangeLineProps {
  readonly exchange: Exchange;
  readonly chosen: boolean;
  readonly choose: () => void;
}

function ExchangeLine({ exchange, chosen, choose }: ExchangeLineProps): JSX.Element {
  const { method, path, status, ending, size, elapsed } = exchange;
  return (
    <button type="button" class={`exchange ${chosen ? "chosen" : ""}`} aria-current={chosen} onClick={choose}>
      <span class="method">{method}</span>
      <span class="path">{visibleText(maskSecrets(path, knownSecrets()), 120)}</span>
      <span class={`code ${codeClass(exchange)}`}>{status ?? (ending === "open" ? "…" : "–")}</span>
      <span class="about">{ending === "whole" || ending === "open" ? formatBytes(size) : ending}</span>
      <span class="about">{elapsed === undefined ? "" : formatDuration(elapsed)}</span>
    </button>
  );
}

function codeClass({ status, ending }: Exchange): string {
  if (ending === "failed" || ending === "cut" || ending === "marked") return "bad";
  if (status === undefined || ending === "cancelled") return "";
  return status < 400 ? "good" : "bad";
}

function archiveOf(shown: readonly Exchange[]): Blob {
  const secrets = knownSecrets();
  const text = harOf(
    shown.map((one) => maskExchange(one, secrets)),
    location.origin,
  );
  return new Blob([text], { type: "application/json" });
}
