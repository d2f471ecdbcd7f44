import { type Signal, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { Choice } from "../controls/choice.js";
import { parseJson } from "../text/record.js";
import type { Exchange } from "../workbench/exchanges/exchange.js";
import { concealSecrets } from "../workbench/exchanges/mask-secrets.js";
import { knownSecrets } from "../workbench/exchanges/secrets.js";
import { connectorAt } from "../workbench/http/page-connector.js";
import { prettyBody } from "./pretty-body.js";

/** The part of a request that can be edited. */
export type EditedRequest = Pick<Exchange, "base" | "method" | "path" | "requestBody" | "requestHeaders">;

/** Sends a request again, also when it was edited. The response is recorded as a new exchange. */
export async function resend({
  base,
  method,
  path,
  requestBody,
  requestHeaders,
}: EditedRequest): Promise<void> {
  await connectorAt(base).request({
    method,
    path,
    body: method === "GET" || requestBody === "" ? undefined : requestBody,
    accept: requestHeaders.find(([name]) => name === "accept")?.[1],
  });
}

/** Props of `ResendForm`: the request that is edited. */
export interface ResendFormProps {
  readonly exchange: Exchange;
  /** Called once the edited request has been sent. */
  readonly sent: () => void;
}

/** A form in which a request is edited and sent again. Secrets have names in it, and are sent with their values. */
export function ResendForm({ exchange, sent }: ResendFormProps): JSX.Element {
  const { path, body } = useMemo(() => {
    const secrets = knownSecrets();
    return {
      path: concealSecrets(exchange.path, secrets),
      body: concealSecrets(prettyBody(exchange.requestBody), secrets),
    };
  }, [exchange]);
  const method = useSignal(exchange.method);
  const typedPath = useSignal(path.text);
  const typedBody = useSignal(body.text);
  const problem = useSignal("");
  const send = (event: SubmitEvent): void => {
    event.preventDefault();
    const requestBody = body.reveal(typedBody.value).trim();
    const wholePath = path.reveal(typedPath.value).trim();
    problem.value = problemOf(wholePath, method.value === "POST" ? requestBody : "");
    if (problem.value !== "") return;
    const edited = { ...exchange, method: method.value, path: wholePath, requestBody };
    void resend(edited).catch(() => undefined);
    sent();
  };
  return (
    <form class="resend form" onSubmit={send} noValidate aria-label="Edit and resend">
      <RequestLine method={method} path={typedPath} />
      {method.value === "GET" ? null : <BodyText body={typedBody} />}
      {problem.value === "" ? null : (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
      <span class="actions">
        <button type="submit" class="primary small">
          Send
        </button>
        <span class="about">‹secret 1› is replaced by the real value when sent.</span>
      </span>
    </form>
  );
}

interface RequestLineProps {
  readonly method: Signal<EditedRequest["method"]>;
  readonly path: Signal<string>;
}

function RequestLine({ method, path }: RequestLineProps): JSX.Element {
  return (
    <span class="resend-line">
      <Choice
        label="Method"
        value={method.value}
        values={["GET", "POST"]}
        choose={(value) => (method.value = value)}
      />
      <input
        aria-label="Path"
        value={path.value}
        spellcheck={false}
        onInput={(event) => (path.value = event.currentTarget.value)}
      />
    </span>
  );
}

function BodyText({ body }: { readonly body: Signal<string> }): JSX.Element {
  return (
    <textarea
      class="body"
      aria-label="Body"
      rows={10}
      spellcheck={false}
      value={body.value}
      onInput={(event) => (body.value = event.currentTarget.value)}
    />
  );
}

// Spaces are added only where nothing else changes: a parsed number may have lost digits.

function problemOf(path: string, body: string): string {
  if (!path.startsWith("/") || path.startsWith("//"))
    return "Begin the path with one slash, such as /validate.";
  return body !== "" && parseJson(body) === undefined
    ? "Could not send the body: it is not JSON. Correct it."
    : "";
}
