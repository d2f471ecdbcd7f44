import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { visibleText } from "../../text/visible-text.js";
import type { AccountKindInfo, Application } from "../connectors/application.js";
import { asksNothing } from "../connectors/current.js";
import { AccountCard } from "./account-card.js";
import { AccountFormView } from "./account-form.js";
import { accounts, connectAccount, currentAccount } from "./accounts.js";

/** Props of `AccountSection`: the connector whose accounts are shown. */
export interface AccountSectionProps {
  readonly base: string;
  readonly application: Application;
  /** Called after an account was connected. */
  readonly connected?: () => void;
  /** Whether the form for another account is open from the start. Default: false. */
  readonly isAdding?: boolean;
}

/** Shows the accounts connected in this tab and, on request, the form for another one. */
export function AccountSection({
  base,
  application,
  connected,
  isAdding = false,
}: AccountSectionProps): JSX.Element {
  const own = accounts.value.filter((account) => account.base === base);
  const adding = useSignal(isAdding);
  const kindId = useSignal<string | undefined>(undefined);
  const kind = application.kinds.find(({ id }) => id === kindId.value) ?? application.kinds[0];
  const showsForm = adding.value || own.length === 0;
  return (
    <section class="accounts-section" aria-label="Accounts">
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
              connected?.();
            }}
          />
        </>
      ) : null}
      {own.length > 0 ? (
        <button type="button" class="link" onClick={() => (adding.value = !adding.value)}>
          {adding.value ? "Cancel" : "Connect another account"}
        </button>
      ) : null}
      <p class="about">
        Accounts are kept in the session storage of this browser tab until you close it. A browser may write
        session storage to disk to restore tabs.
      </p>
    </section>
  );
}

/**
 * Connects automatically when an account kind asks for nothing.
 *
 * @returns Whether it is still connecting, so that no form is needed yet
 */
export function useOpenAccount(base: string, application: Application): boolean {
  const open = application.kinds.find((kind) => asksNothing(kind));
  const isConnecting = useSignal(
    open !== undefined && !accounts.peek().some((account) => account.base === base),
  );
  // Before the page is painted: the first rows wait for it.
  useLayoutEffect(() => {
    if (open === undefined || !isConnecting.peek()) return;
    // A refusal is ignored here, because it appears again when the user presses the button of the form.
    void connectAccount({ base, kind: open.id, fields: {} })
      .catch(() => undefined)
      .finally(() => (isConnecting.value = false));
  }, [base, open]);
  return isConnecting.value;
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
