import type { JSX } from "preact";
import { Icon } from "../../controls/icon.js";
import { Popover } from "../../controls/popover.js";
import { visibleText } from "../../text/visible-text.js";
import type { Application } from "../connectors/application.js";
import { AccountSection } from "./account-section.js";
import { currentAccount } from "./accounts.js";

/** Props of `AccountControl`: the connector whose account is shown. */
export interface AccountControlProps {
  readonly base: string;
  readonly application: Application;
}

/** The control in the head that names the account in use and opens all accounts of the connector. */
export function AccountControl({ base, application }: AccountControlProps): JSX.Element {
  const account = currentAccount.value;
  return (
    <Popover
      name="Accounts"
      buttonClass="head-button account-button"
      buttonName={account === undefined ? "Connect an account" : `Account: ${visibleText(account.name, 40)}`}
      button={
        <>
          <Icon name="account" />
          <bdi class="head-name">{account === undefined ? "Connect" : visibleText(account.name, 40)}</bdi>
          <Icon name="down" />
        </>
      }
    >
      {(close) => <AccountSection base={base} application={application} connected={close} />}
    </Popover>
  );
}
