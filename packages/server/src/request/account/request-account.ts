import {
  type AccountMembers,
  CurrentAccount,
  type RefreshContext,
  refreshTokens,
  refreshTokensIfDue,
  tracedSync,
} from "@wellhead/runtime";
import { type AccountKind, type AnyAccount, type Connector, ConnectorError, Secret } from "@wellhead/sdk";
import { type GivenAccount, revealMembers, secretTexts } from "../../wire/account-members.js";
import { type JsonObject, malformedRequest } from "../../wire/parse-body.js";
import { readForm } from "../read-form.js";
import type { RequestScope } from "../request-scope.js";

/**
 * Opens the account that a request contains: reads it, selects the egress of its kind, and refuses it if the caller has
 * tried too many invalid accounts.
 *
 * @param given - The account
 * @param scope - The request
 * @param source - Id of the source that is requested. Default: none
 * @returns The account
 * @throws ConnectorError as {@link readAccount} does, `rate_limited` when the caller has tried too many invalid accounts
 */
export function openAccount(given: GivenAccount, scope: RequestScope, source?: string): RequestAccount {
  return tracedSync({ name: "account" }, (span) => {
    const account = readAccount(given, scope);
    span?.set({ "wellhead.account.kind": account.id });
    scope.control.egress = scope.served.egressOf(account.id);
    scope.attempts.admitAccount(account.value, account.kind.fields, source);
    return account;
  });
}

/**
 * Reads an account.
 *
 * @param given - The account
 * @param scope - The request
 * @returns The account
 * @throws ConnectorError `unknown_account_kind`, `missing_field`, `invalid_field` or `malformed_request`
 * @see The connector contract, POST /validate
 */
export function readAccount(given: GivenAccount, scope: RequestScope): RequestAccount {
  return new RequestAccount(findAccountKind(scope.served.connector, given), given, scope);
}

/**
 * Finds the kind of an account: the one that the request names, else the connector's single kind.
 *
 * @param connector - The connector
 * @param account - The account
 * @returns The kind and its id
 * @throws ConnectorError `unknown_account_kind` when the connector has no such kind, `malformed_request` when none is
 * named and the connector has several
 * @see The connector contract, "General rules", row "account kind in a flat account"
 */
function findAccountKind(connector: Connector, { id, markers }: GivenAccount): FoundAccountKind {
  const [field = ""] = markers;
  if (id === undefined) return singleKind(connector, field);
  if (typeof id !== "string") {
    throw malformedRequest(
      `Could not read the account: expected one of ${kindsOf(connector)} as its kind, got a value that is not text.`,
      field,
    );
  }
  const kind = connector.accounts.get(id);
  if (kind !== undefined) return { id, kind };
  throw new ConnectorError(
    "unknown_account_kind",
    `Could not read the account: expected one of ${kindsOf(connector)} as its kind, got "${id.slice(0, 80)}".`,
    { field },
  );
}

/** Lists the account kinds of a connector for an error message. */
function kindsOf(connector: Connector): string {
  return [...connector.accounts.keys()].map((id) => `"${id}"`).join(", ");
}

function singleKind(connector: Connector, field: string): FoundAccountKind {
  const [first, second] = connector.accounts;
  if (first === undefined || second !== undefined) {
    throw malformedRequest(
      `Could not read the account: "${field}" must name its kind, one of ${kindsOf(connector)}.`,
      field,
    );
  }
  return { id: first[0], kind: first[1] };
}

/** An account kind with its id. */
export interface FoundAccountKind {
  readonly id: string;
  readonly kind: AccountKind;
}

/** The account of a request, with its kind. It changes only when its tokens are refreshed during the request. */
export class RequestAccount {
  /** Id of its kind. */
  readonly id: string;
  readonly kind: AccountKind;
  /** The account as the HTTP clients of the request share it. */
  readonly current: CurrentAccount;
  readonly #given: GivenAccount;
  #members: JsonObject;
  #changed: AccountMembers | undefined;

  /**
   * Reads an account and registers its secrets.
   *
   * @param found - Its kind
   * @param given - The account
   * @param scope - The request
   * @throws ConnectorError `missing_field` or `invalid_field`, with the id of the field
   */
  constructor({ id, kind }: FoundAccountKind, given: GivenAccount, scope: RequestScope) {
    this.id = id;
    this.kind = kind;
    this.#given = given;
    this.#members = given.members;
    this.current = new CurrentAccount({
      account: readMembers(this, given, scope),
      kind,
      refresh: (refused) => refreshRefused(this, refused, scope),
      now: () => scope.service.now().getTime(),
    });
  }

  /** Its members as the platform sent them, with new tokens in place of the old ones. */
  get members(): JsonObject {
    return this.#members;
  }

  /** The name that an earlier check gave it; `undefined` when it has none. */
  get name(): string | undefined {
    const { name } = this.#given;
    return typeof name === "string" && name.trim() !== "" ? name : undefined;
  }

  /** The account as callbacks of the connector receive it. */
  get value(): AnyAccount {
    return this.current.value;
  }

  /** The members that refreshes have changed, as the platform stores them; `undefined` when there were none. */
  get changed(): AccountMembers | undefined {
    return this.#changed;
  }

  /**
   * Replaces members after a refresh.
   *
   * @param members - All members before the refresh
   * @param changed - The members that the refresh changed
   * @param scope - The request
   */
  update(members: JsonObject, changed: AccountMembers, scope: RequestScope): void {
    for (const text of secretTexts(this.kind.fields, changed)) scope.log.keepSecret(text);
    this.#members = { ...members, ...changed };
    const { markers } = this.#given;
    this.current.replace(readMembers(this, { members: this.#members, markers }, scope));
    this.#changed = { ...this.#changed, ...changed };
  }
}

/**
 * Parses the members of an account into the typed account that a connector receives.
 *
 * Declared members become the values of their fields, with secrets wrapped. Every other member, such as one that an
 * earlier response of /validate added to the stored account, reaches the connector unchanged. The markers of the kind
 * become `kind`. The secrets are registered before any of them is parsed, so that no error can contain one.
 *
 * @returns The account, as a new object
 * @throws ConnectorError `missing_field` or `invalid_field`, with the id of the field
 */
function readMembers(
  { id, kind }: FoundAccountKind,
  { members, markers }: Pick<GivenAccount, "members" | "markers">,
  { log, service }: RequestScope,
): AnyAccount {
  const form = kind.fields;
  for (const text of secretTexts(form, members)) log.keepSecret(text);
  const values = readForm(form, members, { now: service.now() });
  keepSecretsIn(values, log);
  log.knowsAccount = true;
  // `fromEntries` defines own properties, so that a member named `__proto__` cannot set the prototype.
  const others = Object.fromEntries(
    Object.entries(members).filter(([name]) => !Object.hasOwn(form, name) && !markers.includes(name)),
  );
  return Object.assign(others, values, { kind: id });
}

/** Registers the secrets that a field extracted from its text, such as the password in a connection string. */
function keepSecretsIn(values: object, log: RequestScope["log"]): void {
  const found: readonly unknown[] = Object.values(values);
  for (const value of found) {
    if (value instanceof Secret) log.keepSecret(value.reveal());
    else if (typeof value === "object" && value !== null) keepSecretsIn(value, log);
  }
}

/**
 * Refreshes the tokens of an account that have expired or soon will. The account then has the new ones.
 *
 * A refresh that has begun continues even if the caller disconnects. The next request with the same account then gets
 * its result.
 *
 * @param account - The account
 * @param scope - The request
 * @throws ConnectorError `account_expired` when the user must sign in again
 * @see The connector contract, POST /validate
 */
export async function refreshIfDue(account: RequestAccount, scope: RequestScope): Promise<void> {
  const { members } = account;
  const { oauth2 } = account.kind;
  if (oauth2 === undefined) return;
  const changed = await scope.control.call({ action: "refresh the sign-in" }, () =>
    refreshTokensIfDue(oauth2, members, refreshContext(account, scope)),
  );
  if (changed !== undefined) account.update(members, changed, scope);
}

/**
 * Refreshes an account whose access token the upstream refused during a request, whatever its expiry says.
 *
 * It does the same refresh as POST /validate and uses the same journal. Only the response of /validate, or the response
 * that finishes a sign-in, can deliver the new tokens to the platform. After any other request they stay in the journal
 * until the next /validate with the account the platform has stored returns them.
 *
 * @returns The value with the new tokens; `undefined` when its kind cannot be refreshed
 * @throws ConnectorError as `refreshTokens` does
 * @see The connector contract, POST /validate
 */
async function refreshRefused(
  account: RequestAccount,
  refused: AnyAccount,
  scope: RequestScope,
): Promise<AnyAccount | undefined> {
  const { oauth2 } = account.kind;
  if (oauth2 === undefined) return undefined;
  const { kind: _id, ...values } = refused;
  const members = revealMembers(values);
  const context = { ...refreshContext(account, scope), cannotDeliver: true };
  const changed = await refreshTokens(oauth2, members, context);
  if (changed === undefined) return undefined;
  account.update(members, changed, scope);
  scope.log.info("Refreshed the sign-in, because the upstream refused the access token");
  return account.value;
}

function refreshContext(account: RequestAccount, scope: RequestScope): RefreshContext {
  const { environment, coordinator } = scope.service.accounts;
  return {
    connector: scope.served.connector.id,
    environment,
    coordinator,
    count: (outcome) => {
      // Tokens replayed from the journal may have been there for hours, so they do not count as new.
      if (outcome !== "replayed") account.current.noteRefresh();
      scope.countRefresh(outcome);
    },
  };
}
