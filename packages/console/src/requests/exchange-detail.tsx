import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { Choice } from "../controls/choice.js";
import { CopyButton } from "../controls/copy-button.js";
import { formatBytes, formatDuration } from "../text/format-amount.js";
import { visibleText } from "../text/visible-text.js";
import type { Exchange, HeaderList } from "../workbench/exchanges/exchange.js";
import { maskExchange, maskSecrets } from "../workbench/exchanges/mask-secrets.js";
import { knownSecrets } from "../workbench/exchanges/secrets.js";
import { type Advice, adviceFor } from "./advise.js";
import { type CopyFormat, copyFormats, copyRequest } from "./copy-request.js";
import { prettyBody } from "./pretty-body.js";
import { ResendForm, resend } from "./resend-form.js";

/** Props of `ExchangeDetail`: an exchange, and the actions on it. */
export interface ExchangeDetailProps {
  readonly exchange: Exchange;
  /** Called once the request has been sent again. */
  readonly resent: () => void;
  readonly compare: { readonly label: string; readonly act: () => void };
}

const maxCharacters = 60_000;

/** Shows a request and its response, with secrets masked until the user reveals them. */
export function ExchangeDetail({ exchange, resent, compare }: ExchangeDetailProps): JSX.Element {
  const revealed = useSignal(false);
  const isEditing = useSignal(false);
  const advice = adviceFor(exchange);
  const safe = (text: string): string => (revealed.value ? text : maskSecrets(text, knownSecrets()));
  const { method, path, note, size } = exchange;
  return (
    <article class="exchange-detail" aria-label={`${method} ${visibleText(safe(path), 120)}`}>
      <header>
        <h2>
          {method} <bdi>{visibleText(safe(path), 300)}</bdi>
        </h2>
        <span class="actions">
          <CopyAs exchange={revealed.value ? exchange : maskExchange(exchange, knownSecrets())} />
          <button
            type="button"
            class="quiet"
            onClick={() => {
              void resend(exchange).catch(() => undefined);
              resent();
            }}
          >
            Replay
          </button>
          <button
            type="button"
            class="quiet"
            aria-expanded={isEditing.value}
            onClick={() => (isEditing.value = !isEditing.value)}
          >
            Edit and resend
          </button>
          <button type="button" class="quiet" onClick={compare.act}>
            {compare.label}
          </button>
          <button
            type="button"
            class="quiet"
            aria-pressed={revealed.value}
            onClick={() => (revealed.value = !revealed.value)}
          >
            {revealed.value ? "Mask secrets" : "Reveal secrets"}
          </button>
        </span>
      </header>
      <p class="about">{summaryOf(exchange)}</p>
      {note === "" ? null : <p class="notice">{visibleText(safe(note), 400)}</p>}
      {advice === undefined ? null : <WhatToDo advice={advice} safe={safe} />}
      {isEditing.value ? <ResendForm exchange={exchange} sent={resent} /> : null}
      <Message title="Request" headers={exchange.requestHeaders} body={exchange.requestBody} safe={safe} />
      <Message title="Answer" headers={exchange.responseHeaders} body={exchange.responseBody} safe={safe} />
      {exchange.responseBody.length < size ? <p class="about">The beginning of the body is shown.</p> : null}
    </article>
  );
}

interface WhatToDoProps {
  readonly advice: Advice;
  readonly safe: (text: string) => string;
}

function WhatToDo({ advice, safe }: WhatToDoProps): JSX.Element {
  return (
    <section class="advice" aria-label="What to do">
      <h3>{advice.title}</h3>
      <ul>
        {advice.steps.map((step) => (
          <li key={step}>{visibleText(safe(step), 400)}</li>
        ))}
      </ul>
    </section>
  );
}

function summaryOf({ status, ending, size, elapsed, firstByte }: Exchange): string {
  return [
    status === undefined ? "No answer" : `Status ${status}`,
    formatBytes(size),
    ...(firstByte === undefined ? [] : [`First byte ${formatDuration(firstByte)}`]),
    `${endingText[ending]}${elapsed === undefined ? "" : ` ${formatDuration(elapsed)}`}`,
  ].join(" · ");
}

const endingText: Readonly<Record<Exchange["ending"], string>> = {
  open: "still arriving",
  whole: "complete in",
  marked: "marked as failed by the connector after",
  cut: "cut before its end after",
  cancelled: "cancelled here after",
  failed: "failed after",
};

/** Copies a request as a program or a command. */
function CopyAs({ exchange }: { readonly exchange: Exchange }): JSX.Element {
  const format = useSignal<CopyFormat>("curl");
  const possible = copyFormats.filter((one) => copyRequest(one, exchange, location.origin) !== undefined);
  const chosen = possible.find((one) => one === format.value) ?? "curl";
  return (
    <>
      <Choice
        label="Form of the copy"
        value={chosen}
        values={possible}
        choose={(one) => (format.value = one)}
      />
      <CopyButton text={() => copyRequest(chosen, exchange, location.origin) ?? ""}>
        Copy as {chosen}
      </CopyButton>
    </>
  );
}

interface MessageProps {
  readonly title: string;
  readonly headers: HeaderList;
  readonly body: string;
  readonly safe: (text: string) => string;
}

function Message({ title, headers, body, safe }: MessageProps): JSX.Element {
  const text = safe(prettyBody(body)).slice(0, maxCharacters);
  return (
    <section class="message">
      <h3>{title}</h3>
      <details>
        <summary>{headers.length} headers</summary>
        <dl class="members">
          {headers.map(([name, value], index) => (
            <div key={index}>
              <dt>{visibleText(name, 80)}</dt>
              <dd>{visibleText(safe(value), 600)}</dd>
            </div>
          ))}
        </dl>
      </details>
      {text === "" ? (
        <p class="about">No body</p>
      ) : (
        <pre class="body" tabIndex={0} aria-label={`${title} body`}>
          {text.split("\n").map((line) => `${visibleText(line, 4_000)}\n`)}
        </pre>
      )}
    </section>
  );
}
