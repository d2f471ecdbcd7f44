import { acceptAlias, aliases, reservedAccountKinds } from "@wellhead/contract";
import { couldNotRun, Finding, needsInput, notApplicable } from "../expect/finding.js";
import { isObject, type JsonObject, parseObject } from "../expect/json-of.js";
import { TransportFault } from "../probe/transport-fault.js";
import type { CheckContext } from "../requirement/check-context.js";
import { declaredBy } from "./application.js";
import type { Declared, DeclaredKind } from "./declared.js";
import { accountIn, callbackOf, generationOf } from "./oauth-target.js";
import { readyOAuth1 } from "./oauth1-flow.js";
import { readyOAuth2 } from "./oauth2-flow.js";

/** An account that should work. */
export interface ResolvedAccount {
  readonly kind: DeclaredKind;
  /** Its members without the kind marker, which POST /validate calls `fields`. */
  readonly members: JsonObject;
  /** The account as other requests contain it: flat, with both markers. */
  readonly flat: JsonObject;
  /** Members whose values are secret. */
  readonly secretIds: readonly string[];
}

/** An invented secret that is certainly wrong. Any four consecutive characters of it are easy to find in a response. */
export const canary = "w9qx4z7kj2vh5tbn8r";

const secretName = /token|secret|passw|pwd|key$|credential|^pat$|^sid$/i;
const markers = new Set<string>(["auth", "identifier"]);

/**
 * Finds the account that the checks use: the caller's, otherwise one of a kind that needs no input, otherwise one that
 * is made at the suite's provider.
 *
 * @param context - Context of the check
 * @returns The account
 * @throws Finding when every kind needs input and the caller did not provide an account
 */
export async function accountOf(context: CheckContext): Promise<ResolvedAccount> {
  const declared = await declaredBy(context);
  const given = context.options.account;
  if (given !== undefined) return resolveGiven(context, declared, given);
  const free = declared.kinds.find(asksNothing);
  if (free !== undefined) return resolve(free, {});
  if (declared.kinds.length === 0) couldNotRun("GET / declares no account kind");
  const made = context.options.oauthProvider === undefined ? undefined : await context.once(makeAccount);
  if (made !== undefined) return made;
  const ids = declared.kinds.map(({ id }) => `"${id}"`).join(", ");
  return needsInput("account", `Every account kind asks for something (${ids}) and no account was given`);
}

/** Number of the setup whose account is used for rows and options, and for no check of OAuth. */
const ownSetup = 900;

/** Signs in at the suite's provider. A setup that fails is reported by the requirements on OAuth. */
async function makeAccount(context: CheckContext): Promise<ResolvedAccount | undefined> {
  const { kinds } = await declaredBy(context);
  const { oauth1, oauth2 } = reservedAccountKinds;
  const kind = kinds.find(({ id }) => id === oauth2) ?? kinds.find(({ id }) => id === oauth1);
  if (kind === undefined) return undefined;
  const ready = kind.id === oauth2 ? readyOAuth2 : readyOAuth1;
  try {
    const { path, body } = await ready(context, generationOf(context), ownSetup);
    const account = accountIn(context, await context.post(path, body));
    return resolve(kind, { callback_uri: callbackOf(context), ...account });
  } catch (error) {
    if (error instanceof Finding || error instanceof TransportFault) return undefined;
    throw error;
  }
}

/**
 * Finds the account as the platform sends it to every endpoint but POST /validate, with the response of POST /validate
 * merged into it. Some connectors return what they need later there, such as a session.
 *
 * @param context - Context of the check
 * @returns The account; unchanged when POST /validate does not return an object or must not be called
 * @throws Finding when there is no account to use
 */
export function storedAccountOf(context: CheckContext): Promise<ResolvedAccount> {
  return context.once(storeAccount);
}

async function storeAccount(context: CheckContext): Promise<ResolvedAccount> {
  const account = await accountOf(context);
  const isRefreshable =
    "refresh_token" in account.members || acceptAlias(account.members, aliases.expiry) !== undefined;
  if (isRefreshable && context.options.readOnly === true) return account;
  const answer = await context
    .post("/validate", { id: account.kind.id, fields: account.members })
    .then(({ status, text }) => (status >= 200 && status < 300 ? parseObject(text) : undefined))
    // Another requirement reports why there was no response.
    .catch(() => undefined);
  if (answer === undefined) return account;
  for (const [name, value] of Object.entries(answer)) {
    if (secretName.test(name)) for (const text of textsIn(value)) context.run.secrets.add(text);
  }
  const stored = resolve(account.kind, { ...account.members, ...answer });
  return (await isSpoilt(context, account, stored)) ? account : stored;
}

/** A secret that the response changed to one that is refused is reported once; the rest is judged with the old one. */
async function isSpoilt(
  context: CheckContext,
  given: ResolvedAccount,
  stored: ResolvedAccount,
): Promise<boolean> {
  if (given.secretIds.every((id) => given.members[id] === stored.members[id])) return false;
  const ask = ({ kind, members }: ResolvedAccount): Promise<boolean> =>
    context.post("/validate", { id: kind.id, fields: members }).then(
      ({ status }) => status < 300,
      () => false,
    );
  return (await ask(given)) && !(await ask(stored));
}

/**
 * Finds an account whose secret can be made wrong.
 *
 * @param context - Context of the check
 * @returns The account, and a copy with a wrong secret
 * @throws Finding when no account kind has a secret, or no account was given
 */
export async function wrongAccountOf(
  context: CheckContext,
): Promise<ResolvedAccount & { readonly wrong: ResolvedAccount }> {
  const account = await accountOf(context);
  if (account.secretIds.length > 0) {
    const wrong = Object.fromEntries(account.secretIds.map((id) => [id, canary]));
    return { ...account, wrong: resolve(account.kind, { ...account.members, ...wrong }) };
  }
  const declared = await declaredBy(context);
  const secretKind = declared.kinds.find((kind) => kind.fields.some(({ type }) => type === "password"));
  if (secretKind !== undefined && context.options.account === undefined) {
    return needsInput("account", `No account of kind "${secretKind.id}" was given`);
  }
  return notApplicable(
    "account kind with a secret",
    `The account of kind "${account.kind.id}" holds no secret`,
  );
}

/**
 * Returns whether an account kind can be used without user input.
 *
 * @param kind - The kind
 * @returns True for `none`, and for a kind without required fields that is not an OAuth kind
 */
export function asksNothing(kind: DeclaredKind): boolean {
  if (kind.id === reservedAccountKinds.none) return true;
  if (kind.id === reservedAccountKinds.oauth1 || kind.id === reservedAccountKinds.oauth2) return false;
  if (kind.fields.some(({ type }) => type === "oauth")) return false;
  return kind.fields.every(({ required, type }) => type === "link" || (!required && type !== "password"));
}

/**
 * Returns whether a value reveals nothing about a user: a boolean, a day, or one of the connector's own static options.
 */
function isDeclaredPublic({ fields }: DeclaredKind, name: string, value: unknown): boolean {
  const field = fields.find(({ id }) => id === name);
  if (field === undefined || typeof value === "boolean") return typeof value === "boolean";
  return field.type === "date" || field.options.some((option) => option === value);
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string" || typeof value === "number") return value === "" ? [] : [String(value)];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}

function resolveGiven(context: CheckContext, declared: Declared, given: JsonObject): ResolvedAccount {
  const nested = isObject(given["fields"]) ? given["fields"] : undefined;
  const marked = nested === undefined ? acceptAlias(given, aliases.accountKind) : given["id"];
  const id = marked ?? (declared.kinds.length === 1 ? declared.kinds[0]?.id : undefined);
  const kind = declared.kinds.find((one) => one.id === id);
  if (kind === undefined) {
    return couldNotRun(`The given account is of kind ${JSON.stringify(id)}, which GET / does not declare`);
  }
  const account = resolve(kind, nested ?? given);
  for (const [name, value] of Object.entries(account.members)) {
    if (!isDeclaredPublic(kind, name, value))
      for (const text of textsIn(value)) context.run.secrets.add(text);
  }
  return account;
}

function resolve(kind: DeclaredKind, members: JsonObject): ResolvedAccount {
  const own = Object.fromEntries(Object.entries(members).filter(([name]) => !markers.has(name)));
  const passwords = kind.fields.filter(({ type }) => type === "password").map(({ id }) => id);
  const isFilled = (id: string): boolean => typeof own[id] === "string" && own[id] !== "";
  const named = Object.keys(own).filter((id) => {
    return isFilled(id) && (passwords.includes(id) || (secretName.test(id) && !/expir/i.test(id)));
  });
  const texts = kind.fields.filter(({ type, id }) => type === "text" && isFilled(id)).map(({ id }) => id);
  const secretIds = named.length > 0 || !secretName.test(kind.id) ? named : texts;
  return { kind, members: own, flat: { ...own, auth: kind.id, identifier: kind.id }, secretIds };
}
