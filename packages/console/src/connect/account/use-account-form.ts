import { type ReadonlySignal, type Signal, useSignal } from "@preact/signals";
import { ConnectorError, type OAuthEndpoints } from "@wellhead/client";
import { useRef } from "preact/hooks";
import type { FormField } from "../../controls/form/form-field.js";
import { startValues } from "../../controls/form/start-values.js";
import { submitForm } from "../../controls/form/submit-form.js";
import type { JsonRecord } from "../../text/record.js";
import { errorText } from "../../workbench/exchanges/error-text.js";
import { rememberFields } from "../../workbench/exchanges/secrets.js";
import type { AccountKindInfo } from "../connectors/application.js";
import { connectAccount, keepAccount } from "./accounts.js";
import { type OAuthFlow, runOAuthFlow } from "./oauth-flow.js";

/** The state of an account form. */
export interface AccountFormState {
  readonly isOAuth: boolean;
  readonly fields: readonly FormField[];
  readonly typed: ReadonlySignal<JsonRecord>;
  /** Messages about invalid fields, by field. */
  readonly problems: ReadonlySignal<ReadonlyMap<string, string>>;
  /** A message about the account as a whole; empty when there is none. */
  readonly problem: ReadonlySignal<string>;
  readonly busy: ReadonlySignal<boolean>;
  /** Endpoints of the sign-in; `undefined` for those that the connector has. */
  readonly endpoints: Signal<OAuthEndpoints | undefined>;
  type(field: string, value: unknown): void;
  submit(): Promise<void>;
  /** Stops waiting for the provider. */
  stop(): void;
}

/** Keeps the values typed into an account form, and connects an account with them. */
export function useAccountForm(base: string, kind: AccountKindInfo, connected: () => void): AccountFormState {
  const typed = useSignal<JsonRecord>(startValues(kind.fields));
  const problems = useSignal<ReadonlyMap<string, string>>(new Map());
  const problem = useSignal("");
  const busy = useSignal(false);
  const endpoints = useSignal<OAuthEndpoints | undefined>(undefined);
  const waiting = useRef(new AbortController());
  const isOAuth = kind.id === "oauth" || kind.id === "oauth2";
  const fields = isOAuth ? kind.fields.filter(({ id }) => id !== "callback_uri") : kind.fields;

  function fail(error: unknown): void {
    const field = error instanceof ConnectorError ? error.field : undefined;
    const message = errorText(error, "The account could not be connected");
    if (field === undefined || !fields.some(({ id }) => id === field)) problem.value = message;
    else problems.value = new Map([[field, message]]);
  }

  async function submit(): Promise<void> {
    problem.value = "";
    const submission = submitForm(fields, typed.value, (text) => text);
    problems.value = submission.problems;
    if (submission.problems.size > 0) return;
    // Before they are sent.
    rememberFields(fields, submission.values);
    const form = { base, kind: kind.id, fields: submission.values };
    waiting.current = new AbortController();
    // The popup must be opened by the click itself, before any asynchronous step.
    const signIn = isOAuth
      ? signInWith({ ...form, endpoints: endpoints.value, signal: waiting.current.signal }, openPopup())
      : connectAccount(form);
    busy.value = true;
    await signIn.then(connected, fail);
    busy.value = false;
  }

  return {
    isOAuth,
    fields,
    typed,
    problems,
    problem,
    busy,
    endpoints,
    submit,
    type: (field, value) => {
      typed.value = { ...typed.value, [field]: value };
    },
    stop: () => waiting.current.abort(),
  };
}

async function signInWith(flow: Omit<OAuthFlow, "popup">, popup: Window | null): Promise<void> {
  if (popup === null) {
    throw new Error(
      "Could not sign in: the browser blocked the window. Allow pop-ups for this page and try again.",
    );
  }
  keepAccount(flow, await runOAuthFlow({ ...flow, popup }));
}

function openPopup(): Window | null {
  return open("about:blank", "_blank", "popup,width=560,height=720");
}
