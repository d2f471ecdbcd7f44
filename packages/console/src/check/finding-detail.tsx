import type { CheckEvidence, CheckFinding } from "@wellhead/workbench/protocol";
import type { JSX } from "preact";
import { visibleText } from "../text/visible-text.js";
import { maskSecrets } from "../workbench/exchanges/mask-secrets.js";
import { knownSecrets } from "../workbench/exchanges/secrets.js";

const maxCharacters = 8_000;

/** Shows a finding next to the requests that show it, with its fix. */
export function FindingDetail({ finding }: { readonly finding: CheckFinding }): JSX.Element {
  const { id, sentence, detail, reason, fix, evidence } = finding;
  const last = evidence.at(-1);
  const before = evidence.slice(0, -1);
  return (
    <article class="finding-detail" aria-labelledby="finding-title">
      <div class="finding-words">
        <h2 id="finding-title">{shown(sentence, 400)}</h2>
        <p>{shown(detail, 1_200)}</p>
        <dl>
          <dt>Who is affected</dt>
          <dd>{shown(reason, 800)}</dd>
          <dt>How to fix it</dt>
          <dd class="fix">{shown(fix, 1_200)}</dd>
          <dt>Requirement</dt>
          <dd>
            <code>{shown(id, 100)}</code>
          </dd>
        </dl>
      </div>
      <div class="finding-requests">
        <h3>The request that shows it</h3>
        {last === undefined ? (
          <p class="about">It takes no request to see this.</p>
        ) : (
          <Evidence evidence={last} />
        )}
        {before.length === 0 ? null : (
          <details class="evidence-before">
            <summary>
              {before.length === 1 ? "The request before it" : `${before.length} requests before it`}
            </summary>
            {before.map((one, index) => (
              <Evidence key={index} evidence={one} />
            ))}
          </details>
        )}
      </div>
    </article>
  );
}

function Evidence({ evidence }: { readonly evidence: CheckEvidence }): JSX.Element {
  const { request, requestHeaders, requestBody, status, answerHeaders, answerBody } = evidence;
  return (
    <section class="message evidence">
      <p class="evidence-line">
        <code>{shown(request, 400)}</code>
        <span class={`code ${status > 0 && status < 400 ? "good" : "bad"}`}>
          {status === 0 ? "–" : status}
        </span>
      </p>
      <Headers title="Request" headers={requestHeaders} />
      {requestBody === "" ? null : <Body title="Request body" text={requestBody} />}
      <Headers title="Answer" headers={answerHeaders} />
      {answerBody === "" ? <p class="about">No body</p> : <Body title="Answer body" text={answerBody} />}
    </section>
  );
}

interface HeadersProps {
  readonly title: string;
  readonly headers: CheckEvidence["requestHeaders"];
}

function Headers({ title, headers }: HeadersProps): JSX.Element | null {
  const entries = Object.entries(headers);
  if (entries.length === 0) return null;
  return (
    <details>
      <summary>
        {title}: {entries.length === 1 ? "1 header" : `${entries.length} headers`}
      </summary>
      <dl class="members">
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt>{shown(name, 80)}</dt>
            <dd>{shown(value, 600)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function Body({ title, text }: { readonly title: string; readonly text: string }): JSX.Element {
  return (
    <pre class="body" tabIndex={0} aria-label={title}>
      {text
        .slice(0, maxCharacters)
        .split("\n")
        .map((line) => `${shown(line, 4_000)}\n`)}
    </pre>
  );
}

/** The report masks the secrets it knows; the page also masks those that the user typed. */
function shown(text: string, length: number): string {
  return visibleText(maskSecrets(text, knownSecrets()), length);
}
