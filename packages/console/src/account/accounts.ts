import { computed, signal } from "@preact/signals";
import { acceptExpiry } from "@wellhead/contract";
import { rememberSecret, rememberSecretMembers } from "../exchanges/secrets.js";
import { RequestFailure, requestJson } from "../http/send-request.js";
import { isRecord, type JsonRecord, parseJson, recordsOf, textOf } from "../json/record.js";
import { view } from "../view/view.js";
import type { Account } from "./account.js";

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
 * @throws RequestFailure with the connector's message when the account does not work
 */
export async function connectAccount(form: AccountForm): Promise<void> {
  const answer = await validate(form.base, form.kind, form.fields);
  keepAccount(form, answer);
}

/** Stores an account that the connector has already validated, such as at the end of OAuth. */
export function keepAccount({ base, kind, fields }: AccountForm, answer: JsonRecord): void {
  const members = { ...fields, ...answer };
  rememberSecretMembers(members);
  const account: Account = {
    key: crypto.randomUUID(),
    base,
    kind,
    name: textOf(members, "name") || "Unnamed account",
    members,
    checkedAt: Date.now(),
    refreshes: [],
  };
  save([...accounts.value, account]);
  chooseAccount(account);
}

/**
 * Validates a stored account again, as a platform does before it reads data. This refreshes expiring tokens.
 *
 * @throws RequestFailure with the connector's message when the account no longer works
 */
export async function refreshAccount(account: Account): Promise<void> {
  const answer = await validate(account.base, account.kind, account.members);
  const changed = Object.keys(answer).filter(
    (name) => JSON.stringify(answer[name]) !== JSON.stringify(account.members[name]),
  );
  storeMembers(account, { ...account.members, ...answer }, changed);
}

/**
 * Stores what POST /validate has changed when rows were requested: the old tokens may be void.
 *
 * @param account - The account that was sent
 * @param flat - The account as it is to be stored
 * @param changed - What has changed
 */
export function replaceMembers(
  account: Account,
  flat: JsonRecord,
  changed: readonly { readonly name: string }[],
): void {
  const { auth: _auth, identifier: _identifier, ...members } = flat;
  rememberSecretMembers(members);
  storeMembers(
    account,
    members,
    changed.map(({ name }) => name),
  );
}

function storeMembers(account: Account, members: JsonRecord, changed: readonly string[]): void {
  // The account may have been refreshed since it was sent, or forgotten.
  const latest = accounts.value.find(({ key }) => key === account.key);
  if (latest === undefined) return;
  const refresh = {
    at: Date.now(),
    before: acceptExpiry(latest.members),
    after: acceptExpiry(members),
    renewed: members["access_token"] !== latest.members["access_token"],
    changed,
  };
  const next: Account = {
    ...latest,
    name: textOf(members, "name") || latest.name,
    members,
    checkedAt: refresh.at,
    refreshes: [refresh, ...latest.refreshes].slice(0, 5),
  };
  save(accounts.value.map((one) => (one.key === account.key ? next : one)));
}

async function validate(base: string, id: string, fields: JsonRecord): Promise<JsonRecord> {
  const answer = await requestJson({ base, method: "POST", path: "/validate", body: { id, fields } });
  if (!isRecord(answer))
    throw new RequestFailure("Read the answer of POST /validate: found no JSON object, wanted a name");
  return answer;
}

function save(next: readonly Account[]): void {
  accounts.value = next;
  sessionStorage.setItem(storeKey, JSON.stringify(next));
}

function restore(): readonly Account[] {
  const stored = recordsOf(parseJson(sessionStorage.getItem(storeKey) ?? ""));
  return stored.flatMap((record): readonly Account[] => {
    const { members, checkedAt } = record;
    const [key, base, kind, name] = ["key", "base", "kind", "name"].map((member) => textOf(record, member));
    if (!key || !base || !kind || !name || !isRecord(members) || typeof checkedAt !== "number") return [];
    rememberSecretMembers(members);
    return [{ key, base, kind, name, members, checkedAt, refreshes: [] }];
  });
}

/** Registers the values of a form's masked fields as secrets before they are sent. */
export function rememberTyped(values: readonly unknown[]): void {
  for (const value of values) rememberSecret(value);
}
