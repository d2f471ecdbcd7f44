import { computed, signal } from "@preact/signals";
import { acceptExpiry } from "@wellhead/contract";
import { view } from "../app/view.js";
import { RequestFailure, requestJson } from "../http/send-request.js";
import { rememberSecret, rememberSecretMembers } from "../inspect/secrets.js";
import { isRecord, type JsonRecord, parseJson, recordsOf, textOf } from "../json/record.js";
import type { Account } from "./account.js";

const storeKey = "wellhead.accounts";

/** Every account of this tab. Kept in the tab's session storage, which ends with the tab. */
export const accounts = signal<readonly Account[]>(restore());

/** Key of the account in use, by connector. */
const chosen = signal<Readonly<Record<string, string>>>({});

/** The account in use with the connector that is being looked at. */
export const currentAccount = computed(() => {
  const { base } = view.value;
  const own = accounts.value.filter((account) => account.base === base);
  return own.find((account) => account.key === chosen.value[base ?? ""]) ?? own.at(-1);
});

/** Uses an account from now on. */
export function chooseAccount(account: Account): void {
  chosen.value = { ...chosen.value, [account.base]: account.key };
}

/** Forgets an account. */
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
 * Connects an account: POST /validate, then its answer merged into what was typed.
 *
 * @throws RequestFailure with the connector's sentence when the account does not work
 */
export async function connectAccount(form: AccountForm): Promise<void> {
  const answer = await validate(form.base, form.kind, form.fields);
  keepAccount(form, answer);
}

/** Keeps an account that the connector has validated already, such as at the end of OAuth. */
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
 * Validates a stored account again, as a platform does before it reads data; this is where tokens are refreshed.
 *
 * @throws RequestFailure with the connector's sentence when the account does not work any more
 */
export async function refreshAccount(account: Account): Promise<void> {
  const answer = await validate(account.base, account.kind, account.members);
  const members = { ...account.members, ...answer };
  const renewed = members["access_token"] !== account.members["access_token"];
  const refresh = {
    at: Date.now(),
    before: acceptExpiry(account.members),
    after: acceptExpiry(members),
    renewed,
  };
  const next: Account = {
    ...account,
    name: textOf(members, "name") || account.name,
    members,
    checkedAt: refresh.at,
    refreshes: [refresh, ...account.refreshes].slice(0, 5),
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

/** Remembers what a form's masked fields hold before it is sent. */
export function rememberTyped(values: readonly unknown[]): void {
  for (const value of values) rememberSecret(value);
}
