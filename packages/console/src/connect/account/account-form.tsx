import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Choice } from "../../controls/choice.js";
import { FieldView } from "../../controls/form/field-view.js";
import { ownOptions } from "../../controls/form/own-options.js";
import { visibleText } from "../../text/visible-text.js";
import type { AccountKindInfo } from "../connectors/application.js";
import { type AccountFormState, useAccountForm } from "./use-account-form.js";

/** Props of the form that connects one kind of account. */
export interface AccountFormProps {
  readonly base: string;
  readonly kind: AccountKindInfo;
  readonly connected: () => void;
}

/** Shows the fields of an account kind and connects an account with them. */
export function AccountFormView({ base, kind, connected }: AccountFormProps): JSX.Element {
  const form = useAccountForm(base, kind, connected);
  const busy = form.busy.value;
  const element = useRef<HTMLFormElement>(null);
  useFocusAfterRefusal(element, form);
  const label = form.isOAuth ? "Sign in with the provider" : "Connect";
  return (
    <form
      ref={element}
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
      noValidate
      aria-label={`Connect: ${visibleText(kind.name, 60)}`}
    >
      {kind.description === "" ? null : <p class="about">{visibleText(kind.description, 400)}</p>}
      {form.fields.map((field) => (
        <FieldView
          key={field.id}
          formId="account"
          field={field}
          value={form.typed.value[field.id]}
          change={(value) => form.type(field.id, value)}
          problem={form.problems.value.get(field.id)}
          options={ownOptions(field)}
        />
      ))}
      {form.isOAuth ? <EndpointChoice endpoints={form.endpoints} /> : null}
      {form.problem.value === "" ? null : (
        <p class="notice" role="alert" tabIndex={-1}>
          {visibleText(form.problem.value, 600)}
        </p>
      )}
      <span class="actions">
        <button type="submit" class="primary" disabled={busy}>
          {busy ? "Connecting…" : label}
        </button>
        {busy && form.isOAuth ? (
          <button type="button" class="quiet" onClick={() => form.stop()}>
            Stop waiting
          </button>
        ) : null}
      </span>
    </form>
  );
}

/** After a refusal, the focus is at the invalid field, or at the message: the button that had it was disabled. */
function useFocusAfterRefusal(
  element: { readonly current: HTMLFormElement | null },
  { busy, problem, problems }: AccountFormState,
): void {
  const wasBusy = useRef(false);
  useLayoutEffect(() => {
    const hasEnded = wasBusy.current && !busy.value;
    wasBusy.current = busy.value;
    if (!hasEnded || (problem.value === "" && problems.value.size === 0)) return;
    element.current?.querySelector<HTMLElement>("[aria-invalid=true], [role=alert]")?.focus();
  }, [busy.value]);
}

/** Lets an author of a connector try either pair of endpoints. */
function EndpointChoice({ endpoints }: Pick<AccountFormState, "endpoints">): JSX.Element {
  const titles = {
    plain: "GET and POST of one path",
    versioned: "POST …/v1/authorize and …/v1/access_token",
  };
  return (
    <details class="endpoints">
      <summary>Endpoints</summary>
      <div class="field">
        <span class="label">The sign-in calls</span>
        <Choice
          label="The sign-in calls"
          placeholder="Those that the connector has"
          value={endpoints.value}
          values={["plain", "versioned"]}
          nameOf={(value) => titles[value]}
          clear={() => (endpoints.value = undefined)}
          choose={(value) => (endpoints.value = value)}
        />
      </div>
    </details>
  );
}
