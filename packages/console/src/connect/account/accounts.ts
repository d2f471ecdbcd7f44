import { computed, signal } from "@preact/signals";
import { acceptExpiry } from "@wellhead/contract";
import { keepText, readKept } from "../../text/kept-text.js";
import { isList, isRecord, type JsonRecord, parseJson, recordsOf, textOf } from "../../text/record.js";
import { rememberAccount } from "../../workbench/exchanges/secrets.js";
import { connectorAt } from "../../workbench/http/page-connector.js";
import { view } from "../../workbench/view/view.js";
import { connectorEntries } from "../connectors/connector-entries.js";
import { type Account, flatAccount, type RefreshNote } from "./account.js";

const storeKey = "wellhead.accounts";

/** All accounts of this tab. They are kept in the session storage, which ends with the tab. */
export const accounts = signal<readonly Account[]>(restore());

/** Key of the current account, by connector. */
const chosen = signal<Readonly<Record<string, string>>>({});

/** The current account of the connector that is shown. */
export const currentAccount = computed(() => currentAccountOf(view.value.base));

/** Returns the current account of a connector. */
export function currentAccountOf(base: string | undefined): Account | undefined {
  const own = accounts.value.filter((account) => account.base === base);
  return own.find((account) => account.key === chosen.value[base ?? ""]) ?? own.at(-1);
}

/** Makes an account the current one. */
export function chooseAccount(account: Account): void {
  chosen.value = { ...chosen.value, [account.base]: account.key };
}

/** Removes an account. */
export function forgetAccount(account: Account): void {
  save(accounts.value.filter((one) => one.key !== account.key));
}

/** A filled-in account form. */
export interface AccountForm {
  readonly base: string;
  readonly kind: string;
  readonly fields: JsonRecord;
}

/**
 * Connects an account: calls POST /validate and merges its response into the typed values.
 *
 * @throws ConnectorError with the connector's message when the account does not work
 */
export async function connectAccount({ base, kind, fields }: AccountForm): Promise<void> {
  const flat = await connectorAt(base).validate({ ...fields, auth: kind });
  justValidated.add(keepAccount({ base, kind }, flat));
}

/**
 * Stores an account that the connector has already validated, such as at the end of OAuth. Other accounts are kept.
 *
 * @returns Key of the account
 */
export function keepAccount({ base, kind }: Pick<AccountForm, "base" | "kind">, flat: JsonRecord): string {
  const members = membersOf(flat);
  const publicFields = publicFieldsOf(base, kind);
  rememberAccount(members, publicFields);
  const account: Account = {
    key: crypto.randomUUID(),
    base,
    kind,
    name: textOf(members, "name") || "Unnamed account",
    members,
    publicFields,
    checkedAt: Date.now(),
    refreshes: [],
  };
  save([...accounts.value, account]);
  chooseAccount(account);
  return account.key;
}

/**
 * Validations in progress, by account. A connector may accept a refresh token only once, so only one runs at a time.
 */
const underWay = new Map<string, Promise<unknown>>();

/** Keys of accounts that POST /validate has connected and that have not been used since. */
const justValidated = new Set<string>();
/** Milliseconds in which the validation that connected an account is also that of its first use. */
const justValidatedMs = 5_000;

/**
 * Validates an account before it is used, as a platform does. Uses that begin in the meantime share it. The rows that are
 * requested as soon as an account is connected share the validation that connected it.
 *
 * @returns The account as it is stored now
 * @throws ConnectorError with the connector's message when the account no longer works
 */
export async function validAccount(account: Account): Promise<Account> {
  const isValid = justValidated.delete(account.key) && Date.now() - account.checkedAt < justValidatedMs;
  if (!isValid) await (underWay.get(account.key) ?? validateStored(account, "use"));
  return storedAccount(account) ?? account;
}

/**
 * Validates a stored account because the user asked for it. This refreshes expiring tokens.
 *
 * @throws ConnectorError with the connector's message when the account no longer works
 */
export async function refreshAccount(account: Account): Promise<void> {
  await underWay.get(account.key)?.catch(() => undefined);
  await validateStored(storedAccount(account) ?? account, "asked");
}

async function validateStored(account: Account, reason: RefreshNote["reason"]): Promise<void> {
  const validation = connectorAt(account.base).validate(flatAccount(account));
  underWay.set(account.key, validation);
  try {
    replaceMembers(account, await validation, reason);
  } finally {
    if (underWay.get(account.key) === validation) underWay.delete(account.key);
  }
}

/**
 * Stores the result of POST /validate, because the old tokens may be invalid. Records the changes. If there are none,
 * records the validation only if the user asked for it.
 *
 * @param account - The account that was sent
 * @param flat - The account as it is to be stored
 * @param reason - What POST /validate was called for
 */
export function replaceMembers(account: Account, flat: JsonRecord, reason: RefreshNote["reason"]): void {
  const members = membersOf(flat);
  rememberAccount(members, account.publicFields);
  // The account may have been refreshed since it was sent, or forgotten.
  const latest = storedAccount(account);
  if (latest === undefined) return;
  const changed = Object.keys(members).filter(
    (name) => JSON.stringify(members[name]) !== JSON.stringify(latest.members[name]),
  );
  const refresh: RefreshNote = {
    at: Date.now(),
    reason,
    before: acceptExpiry(latest.members),
    after: acceptExpiry(members),
    renewed: members["access_token"] !== latest.members["access_token"],
    changed,
  };
  const isNoted = changed.length > 0 || reason === "asked";
  const next: Account = {
    ...latest,
    name: textOf(members, "name") || latest.name,
    members,
    checkedAt: refresh.at,
    refreshes: isNoted ? [refresh, ...latest.refreshes].slice(0, 5) : latest.refreshes,
  };
  save(accounts.value.map((one) => (one.key === account.key ? next : one)));
}

function storedAccount({ key }: Account): Account | undefined {
  return accounts.value.find((one) => one.key === key);
}

/** The kind of an account is stored next to its members. */
function membersOf(flat: JsonRecord): JsonRecord {
  const { auth: _auth, identifier: _identifier, ...members } = flat;
  return members;
}

function save(next: readonly Account[]): void {
  accounts.value = next;
  keepText("tab", storeKey, JSON.stringify(next));
}

function restore(): readonly Account[] {
  const stored = recordsOf(parseJson(readKept("tab", storeKey)));
  return stored.flatMap((record): readonly Account[] => {
    const { members, checkedAt } = record;
    const [key, base, kind, name] = ["key", "base", "kind", "name"].map((member) => textOf(record, member));
    if (!key || !base || !kind || !name || !isRecord(members) || typeof checkedAt !== "number") return [];
    const { publicFields: names } = record;
    const publicFields = isList(names) ? names.filter((field) => typeof field === "string") : [];
    rememberAccount(members, publicFields);
    return [{ key, base, kind, name, members, publicFields, checkedAt, refreshes: [] }];
  });
}

/** Returns the fields of an account kind that its form shows in clear text. */
function publicFieldsOf(base: string, kind: string): readonly string[] {
  const application = connectorEntries.peek().find((entry) => entry.base === base)?.application;
  const fields = application?.kinds.find(({ id }) => id === kind)?.fields ?? [];
  return fields.filter(({ type }) => type !== "password").map(({ id }) => id);
}
