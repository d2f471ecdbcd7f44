import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { AccountKindInfo, Application } from "../connectors/application.js";
import { visibleText } from "../text/visible-text.js";
import { AccountCard } from "./account-card.js";
import { AccountFormView } from "./account-form.js";
import { accounts, connectAccount, currentAccount } from "./accounts.js";

/** Props of `AccountSection`: the connector whose accounts are shown. */
export interface AccountSectionProps {
  readonly base: string;
  readonly application: Application;
}

/** Shows the accounts connected in this tab and, on request, the form for another one. */
export function AccountSection({ base, application }: AccountSectionProps): JSX.Element {
  const own = accounts.value.filter((account) => account.base === base);
  const adding = useSignal(false);
  const kindId = useSignal<string | undefined>(undefined);
  useOpenAccount(base, application, own.length);
  const kind = application.kinds.find(({ id }) => id === kindId.value) ?? application.kinds[0];
  const showsForm = adding.value || own.length === 0;
  return (
    <section class="step" aria-labelledby="account-title">
      <h2 id="account-title">Account</h2>
      {own.length === 0 ? null : (
        <ul class="accounts">
          {own.map((account) => (
            <li key={account.key}>
              <AccountCard
                account={account}
                kinds={application.kinds}
                chosen={account.key === currentAccount.value?.key}
              />
            </li>
          ))}
        </ul>
      )}
      {showsForm && kind !== undefined ? (
        <>
          {application.kinds.length > 1 ? (
            <KindChoice kinds={application.kinds} kind={kind} choose={(id) => (kindId.value = id)} />
          ) : null}
          <AccountFormView
            key={kind.id}
            base={base}
            kind={kind}
            connected={() => {
              adding.value = false;
            }}
          />
        </>
      ) : null}
      {own.length > 0 ? (
        <button type="button" class="link" onClick={() => (adding.value = !adding.value)}>
          {adding.value ? "Keep the accounts there are" : "Connect another account"}
        </button>
      ) : null}
      <p class="about">Accounts stay in this browser tab and end with it; nothing is written down.</p>
    </section>
  );
}

/** Connects automatically when the connector's only account kind has no fields. */
function useOpenAccount(base: string, application: Application, known: number): void {
  const [only] = application.kinds;
  const asksNothing = application.kinds.length === 1 && only?.id === "none" && only.fields.length === 0;
  useEffect(() => {
    // A refusal is ignored here, because it appears again when the user presses the button of the form.
    if (asksNothing && known === 0)
      connectAccount({ base, kind: only.id, fields: {} }).catch(() => undefined);
  }, [base, asksNothing]);
}

interface KindChoiceProps {
  readonly kinds: readonly AccountKindInfo[];
  readonly kind: AccountKindInfo;
  readonly choose: (id: string) => void;
}

function KindChoice({ kinds, kind, choose }: KindChoiceProps): JSX.Element {
  return (
    <fieldset class="kinds">
      <legend class="visually-hidden">Kind of account</legend>
      {kinds.map(({ id, name }) => (
        <label key={id} class={id === kind.id ? "chosen" : ""}>
          <input type="radio" name="account-kind" checked={id === kind.id} onChange={() => choose(id)} />
          <bdi>{visibleText(name, 60)}</bdi>
        </label>
      ))}
    </fieldset>
  );
}
