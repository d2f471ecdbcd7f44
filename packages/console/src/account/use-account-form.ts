import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { AccountKindInfo } from "../connectors/application.js";
import type { FormField } from "../form/form-field.js";
import { startValues } from "../form/start-values.js";
import { submitForm } from "../form/submit-form.js";
import { RequestFailure } from "../http/send-request.js";
import type { JsonRecord } from "../json/record.js";
import { type AccountForm, connectAccount, keepAccount, rememberTyped } from "./accounts.js";
import { runOAuthFlow } from "./oauth-flow.js";

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
  const waiting = useRef(new AbortController());
  const isOAuth = kind.id === "oauth" || kind.id === "oauth2";
  const fields = isOAuth ? kind.fields.filter(({ id }) => id !== "callback_uri") : kind.fields;

  function fail(error: unknown): void {
    const field = error instanceof RequestFailure ? error.field : undefined;
    const message = error instanceof Error ? error.message : "The account could not be connected";
    if (field === undefined || !fields.some(({ id }) => id === field)) problem.value = message;
    else problems.value = new Map([[field, message]]);
  }

  async function submit(): Promise<void> {
    problem.value = "";
    const submission = submitForm(fields, typed.value, (text) => text);
    problems.value = submission.problems;
    if (submission.problems.size > 0) return;
    rememberTyped(fields.filter(({ type }) => type === "password").map(({ id }) => submission.values[id]));
    const form = { base, kind: kind.id, fields: submission.values };
    waiting.current = new AbortController();
    // The popup must be opened by the click itself, before any asynchronous step.
    const signIn = isOAuth ? signInWith(form, openPopup(), waiting.current.signal) : connectAccount(form);
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
    submit,
    type: (field, value) => {
      typed.value = { ...typed.value, [field]: value };
    },
    stop: () => waiting.current.abort(),
  };
}

async function signInWith(form: AccountForm, popup: Window | null, signal: AbortSignal): Promise<void> {
  if (popup === null) {
    throw new Error("Sign in: the browser blocked the window; allow pop-ups for this page and try again");
  }
  const outcome = await runOAuthFlow({ ...form, popup, signal });
  keepAccount(outcome.form, outcome.answer);
}

function openPopup(): Window | null {
  return open("about:blank", "_blank", "popup,width=560,height=720");
}
