import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { Icon } from "../controls/icon.js";
import { saveFile } from "../controls/save-file.js";
import { formatBytes, formatCount, formatDuration } from "../text/format-amount.js";
import { visibleText } from "../text/visible-text.js";
import { type Exchange, exchanges } from "../workbench/exchanges/exchange.js";
import { maskExchange, maskSecrets } from "../workbench/exchanges/mask-secrets.js";
import { knownSecrets } from "../workbench/exchanges/secrets.js";
import { DiffDialog } from "./diff-dialog.js";
import { ExchangeDetail } from "./exchange-detail.js";
import { harOf } from "./har.js";
import { type WaterfallBar, waterfall } from "./waterfall.js";

/** Shows every request of the session with its time, and details of the selected one. */
export function RequestsPanel({ base }: { readonly base: string }): JSX.Element {
  const own = exchanges.value.filter((exchange) => exchange.base === base);
  const open = useSignal<number | undefined>(undefined);
  const search = useSignal("");
  const marked = useSignal<number | undefined>(undefined);
  const compared = useSignal<readonly [Exchange, Exchange] | undefined>(undefined);
  if (own.length === 0) return <p class="empty">No request has been made yet.</p>;
  const found = own.filter((exchange) => isFound(exchange, search.value));
  const chosen = found.find(({ id }) => id === open.value) ?? found[0];
  const first = own.find(({ id }) => id === marked.value);
  return (
    <div class="requests-panel">
      <RequestsBar
        shown={found}
        all={own.length}
        search={search.value}
        change={(text) => (search.value = text)}
      />
      <ExchangeList shown={found} chosen={chosen?.id} choose={(id) => (open.value = id)} />
      {chosen === undefined ? (
        <p class="empty">No request matches.</p>
      ) : (
        <ExchangeDetail
          key={chosen.id}
          exchange={chosen}
          resent={() => {
            search.value = "";
            open.value = undefined;
          }}
          compare={
            first === undefined || first.id === chosen.id
              ? {
                  label: first?.id === chosen.id ? "Now choose another one" : "Compare with…",
                  act: () => (marked.value = chosen.id),
                }
              : { label: "Compare with the previous one", act: () => (compared.value = [first, chosen]) }
          }
        />
      )}
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

/** Returns whether every word is in a request or its answer. Secrets are not searched, so that none can be guessed. */
function isFound(exchange: Exchange, search: string): boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const { method, path, status, ending, note, requestBody, responseBody } = exchange;
  const whole = [method, path, status ?? "", ending, note, requestBody, responseBody].join("\n");
  const text = maskSecrets(whole, knownSecrets()).toLowerCase();
  return words.every((word) => text.includes(word));
}

interface RequestsBarProps {
  readonly shown: readonly Exchange[];
  readonly all: number;
  readonly search: string;
  readonly change: (text: string) => void;
}

function RequestsBar({ shown, all, search, change }: RequestsBarProps): JSX.Element {
  return (
    <div class="requests-bar">
      <span class="row-search">
        <Icon name="search" />
        <input
          type="search"
          placeholder="Search requests"
          aria-label="Search requests"
          value={search}
          onInput={(event) => change(event.currentTarget.value)}
        />
      </span>
      <span class="about" role="status">
        {search.trim() === "" ? "" : `${formatCount(shown.length)} of ${formatCount(all)}`}
      </span>
      <span class="spacer" />
      <button
        type="button"
        class="quiet"
        title="Secrets are masked"
        onClick={() => saveFile("requests.har", archiveOf(shown))}
      >
        Save as HAR
      </button>
    </div>
  );
}

interface ExchangeListProps {
  readonly shown: readonly Exchange[];
  readonly chosen: number | undefined;
  readonly choose: (id: number) => void;
}

function ExchangeList({ shown, chosen, choose }: ExchangeListProps): JSX.Element {
  const bars = waterfall(shown, Date.now());
  return (
    <ul class="exchanges" aria-label={`${formatCount(shown.length)} requests`}>
      {shown.map((exchange, at) => (
        <li key={exchange.id}>
          <ExchangeLine
            exchange={exchange}
            bar={bars[at]}
            chosen={exchange.id === chosen}
            choose={() => choose(exchange.id)}
          />
        </li>
      ))}
    </ul>
  );
}

interface ExchangeLineProps {
  readonly exchange: Exchange;
  readonly bar: WaterfallBar | undefined;
  readonly chosen: boolean;
  readonly choose: () => void;
}

function ExchangeLine({ exchange, bar, chosen, choose }: ExchangeLineProps): JSX.Element {
  const { method, path, status, ending, size, elapsed } = exchange;
  return (
    <button type="button" class={`exchange ${chosen ? "chosen" : ""}`} aria-current={chosen} onClick={choose}>
      <span class="method">{method}</span>
      <span class="path">{visibleText(maskSecrets(path, knownSecrets()), 120)}</span>
      <span class={`code ${codeClass(exchange)}`}>{status ?? (ending === "open" ? "…" : "–")}</span>
      <span class="about size">{ending === "whole" || ending === "open" ? formatBytes(size) : ending}</span>
      <span class="about time">{elapsed === undefined ? "" : formatDuration(elapsed)}</span>
      <span class="waterfall" aria-hidden="true">
        {bar === undefined ? null : (
          <>
            <i class="wait" style={{ insetInlineStart: `${bar.start}%`, width: `${bar.wait}%` }} />
            <i
              class="receive"
              style={{ insetInlineStart: `${bar.start + bar.wait}%`, width: `${bar.receive}%` }}
            />
          </>
        )}
      </span>
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
