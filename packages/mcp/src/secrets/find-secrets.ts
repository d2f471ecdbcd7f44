import type { Account, AccountKind } from "@wellhead/client";

/** Names of members that contain secrets, whatever type the connector declares. */
const secretName = /pass|secret|token|key|credential|private|signature|auth(?!$)|pin$|pat$|dsn|connection/i;
/** Members that identify the account and are shown to people. */
const publicMembers: ReadonlySet<string> = new Set([
  "auth",
  "name",
  "identifier",
  "expires_on",
  "scope",
  "token_type",
]);

/**
 * Finds the secrets of an account. A member is not secret if it names the account. Nor is it secret if the connector
 * declares it as a field other than a password, and neither its name nor its value looks like a secret. Every other
 * member is.
 *
 * @param account - The account
 * @param kinds - The kinds of accounts that the connector declares; empty when they are not known
 * @returns The secret values
 */
export function findSecrets(account: Account, kinds: readonly AccountKind[]): readonly string[] {
  const types = new Map(kinds.flatMap(({ fields }) => fields.map(({ id, type }) => [id, type] as const)));
  const found: string[] = [];
  const visit = (value: unknown, name: string): void => {
    if (Array.isArray(value)) for (const item of value) visit(item, name);
    else if (typeof value === "object" && value !== null)
      for (const [member, inner] of Object.entries(value)) visit(inner, member);
    else if (typeof value === "string") found.push(...secretsOf(value, name, types.get(name)));
    else if (typeof value === "number" && isSecretName(name, types.get(name))) found.push(String(value));
  };
  visit(account, "");
  return found;
}

function secretsOf(value: string, name: string, type: string | undefined): readonly string[] {
  const inAddress = passwordOf(value);
  const isPublic = publicMembers.has(name) || (type !== undefined && !isSecretName(name, type));
  return isPublic && !looksSecret(value) ? inAddress : [value, ...inAddress];
}

function isSecretName(name: string, type: string | undefined): boolean {
  return type === "password" || secretName.test(name);
}

/** Returns whether a value is long, contains no spaces, and mixes letters and digits, as tokens do. */
function looksSecret(value: string): boolean {
  return /^[\w.~+/=-]{20,}$/.test(value) && /\d/.test(value) && /[a-z]/i.test(value);
}

/** Returns the password of an address such as `postgres://user:password@host`, as written and decoded. */
function passwordOf(value: string): readonly string[] {
  const password = /^[a-z][a-z0-9+.-]*:\/\/[^/?#@]*?:(?<password>[^/?#]*)@/i.exec(value)?.groups?.[
    "password"
  ];
  if (password === undefined || password === "") return [];
  try {
    return [password, decodeURIComponent(password)];
  } catch {
    return [password];
  }
}
