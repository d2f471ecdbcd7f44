import { useSignal } from "@preact/signals";
import { acceptExpiry } from "@wellhead/contract";
import type { JSX } from "preact";
import { visibleText } from "../../text/visible-text.js";
import { errorText } from "../../workbench/exchanges/error-text.js";
import { maskSecrets } from "../../workbench/exchanges/mask-secrets.js";
import { knownSecrets } from "../../workbench/exchanges/secrets.js";
import type { AccountKindInfo } from "../connectors/application.js";
import type { Account, RefreshNote } from "./account.js";
import { chooseAccount, forgetAccount, refreshAccount } from "./accounts.js";

/** Props of `AccountCard`: a connected account. */
export interface AccountCardProps {
  readonly account: Account;
  readonly kinds: readonly AccountKindInfo[];
  readonly chosen: boolean;
}

/** Shows an account: its name, its expiry, its stored members, and how it was refreshed. */
export function AccountCard({ account, kinds, chosen }: AccountCardProps): JSX.Element {
  const busy = useSignal(false);
  const problem = useSignal("");
  const expiry = acceptExpiry(account.members);
  const kind = kinds.find(({ id }) => id === account.kind)?.name ?? account.kind;
  const checkLabel = expiry === undefined ? "Check again" : "Refresh";
  const refresh = async (): Promise<void> => {
    busy.value = true;
    problem.value = "";
    try {
      await refreshAccount(account);
    } catch (error) {
      problem.value = errorText(error, "Could not check the account.");
    }
    busy.value = false;
  };
  return (
    <div class={`account ${chosen ? "chosen" : ""}`}>
      <label class="account-name">
        <input type="radio" name="account" checked={chosen} onChange={() => chooseAccount(account)} />
        <span>
          <bdi>{visibleText(account.name, 80)}</bdi>
          <span class="about">
            {visibleText(kind, 40)}
            {expiry === undefined ? "" : `, expires ${timeText(expiry)}`}
          </span>
        </span>
      </label>
      <span class="actions">
        <button type="button" class="quiet" disabled={busy.value} onClick={() => void refresh()}>
          {busy.value ? "Checking…" : checkLabel}
        </button>
        <button type="button" class="quiet" onClick={() => forgetAccount(account)}>
          Forget
        </button>
      </span>
      {problem.value === "" ? null : (
        <p class="notice" role="alert">
          {visibleText(problem.value, 400)}
        </p>
      )}
      <ol class="refreshes" aria-live="polite">
        {account.refreshes.map((note, index) => (
          <li key={account.refreshes.length - index}>{refreshText(note)}</li>
        ))}
      </ol>
      <Stored account={account} />
    </div>
  );
}

function Stored({ account }: { readonly account: Account }): JSX.Element {
  const revealed = useSignal(false);
  const secrets = knownSecrets();
  const members = Object.entries(account.members).filter(([, value]) => value !== undefined);
  return (
    <details class="stored">
      <summary>Stored account data</summary>
      <dl class="members">
        {members.map(([name, value]) => {
          const text = typeof value === "string" ? value : JSON.stringify(value);
          return (
            <div key={name}>
              <dt>{visibleText(name, 60)}</dt>
              <dd>{visibleText(revealed.value ? text : maskSecrets(text, secrets), 400)}</dd>
            </div>
          );
        })}
      </dl>
      <button
        type="button"
        class="link"
        aria-pressed={revealed.value}
        onClick={() => (revealed.value = !revealed.value)}
      >
        {revealed.value ? "Mask the secrets" : "Reveal the secrets"}
      </button>
    </details>
  );
}

function refreshText({ at, reason, before, after, renewed, changed }: RefreshNote): string {
  const when = new Date(at).toLocaleTimeString("en-GB");
  const expiry =
    before === undefined && after === undefined ? "" : `: expiry ${timeText(before)} → ${timeText(after)}`;
  const others = changed.filter((name) => name !== "access_token");
  const members = others.length === 0 ? "" : `, changed ${visibleText(others.join(", "), 200)}`;
  const why = reason === "use" ? " before a use" : "";
  return `${when}${why} ${renewed ? "new access token" : "account still works, token unchanged"}${expiry}${members}`;
}

function timeText(instant: number | undefined): string {
  return instant === undefined
    ? "not told"
    : new Date(instant)
        .toISOString()
        .replace("T", " ")
        .replace(/\.\d+Z$/, " UTC");
}
