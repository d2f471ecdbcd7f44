import { listOf, membersOf, textOf } from "./members.js";
import type { OpenApiDocument } from "./openapi-document.js";

/** A kind of account of the connector. */
export interface FoundAccount {
  /** Id of the kind. */
  readonly id: string;
  /** Function of `@wellhead/sdk`. */
  readonly builder: "token" | "basic" | "oauth2" | "none";
  /** Its options. */
  readonly options: Readonly<Record<string, unknown>>;
  /** An account with placeholders, for the tape. */
  readonly account: Readonly<Record<string, string>>;
  /** Header or query argument of every request of this account, as it is on a tape. */
  readonly sent: { readonly header?: string; readonly query?: string };
}

/** The kinds of account of a document. */
export interface FoundAccounts {
  /** At least one. */
  readonly kinds: readonly FoundAccount[];
  /** Names of security schemes that cannot be converted, with what they are. */
  readonly unknown: readonly string[];
}

/**
 * Converts the security schemes of a document to kinds of account.
 *
 * @param document - The document
 * @param operations - Security requirements of the operations that are used; `undefined` means those of the document
 * @param base - Base address, which relative addresses of OAuth 2 are resolved against
 * @returns The kinds, in the order of the document
 */
export function findAccounts(
  document: OpenApiDocument,
  operations: readonly unknown[],
  base: string,
): FoundAccounts {
  const requirements = operations.flatMap((own) => listOf(own ?? document.root["security"]));
  const used = new Set(requirements.flatMap((requirement) => Object.keys(membersOf(requirement))));
  const isOptional =
    requirements.some((requirement) => Object.keys(membersOf(requirement)).length === 0) || used.size === 0;
  const schemes = membersOf(membersOf(document.root["components"])["securitySchemes"]);
  const kinds = new Map<string, FoundAccount>();
  const unknown: string[] = [];
  for (const name of used) {
    const found = convert(document.resolve(schemes[name]), name, base);
    if (typeof found === "string") unknown.push(`"${name}" (${found})`);
    else if (!kinds.has(found.builder === "oauth2" ? "oauth2" : found.id)) kinds.set(found.id, found);
  }
  if (isOptional || kinds.size === 0) kinds.set("none", withoutAccount);
  return { kinds: [...kinds.values()], unknown };
}

const withoutAccount: FoundAccount = {
  id: "none",
  builder: "none",
  options: {},
  account: { auth: "none" },
  sent: {},
};

function convert(
  scheme: Readonly<Record<string, unknown>>,
  name: string,
  base: string,
): FoundAccount | string {
  const { type } = scheme;
  const kind = textOf(scheme["scheme"]).toLowerCase();
  if (type === "http" && kind === "bearer")
    return tokenKind("token", { title: "Access token" }, { header: "authorization" });
  if (type === "http" && kind === "basic") {
    const account = { auth: "basic", user: "ada", password: "tape-password" };
    return { id: "basic", builder: "basic", options: {}, account, sent: { header: "authorization" } };
  }
  if (type === "apiKey") return keyKind(textOf(scheme["name"]), textOf(scheme["in"]), name);
  if (type === "oauth2" || type === "openIdConnect") return signIn(scheme, base);
  return type === "http" ? `HTTP ${kind}` : textOf(type) || "missing";
}

function keyKind(key: string, place: string, name: string): FoundAccount | string {
  const id = name
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  const safeId = /^(?:none|oauth1?|oauth2|)$/.test(id) ? "key" : id;
  if (place === "header") {
    const header = key.toLowerCase();
    return tokenKind(safeId, { title: "API key", send: { header } }, { header });
  }
  return place === "query"
    ? tokenKind(safeId, { title: "API key", send: { query: key } }, { query: key })
    : `a key in a ${place}`;
}

function tokenKind(id: string, options: FoundAccount["options"], sent: FoundAccount["sent"]): FoundAccount {
  return { id, builder: "token", options, account: { auth: id, token: "tape-token" }, sent };
}

function signIn(scheme: Readonly<Record<string, unknown>>, base: string): FoundAccount | string {
  const flow = membersOf(membersOf(scheme["flows"])["authorizationCode"]);
  const absolute = (address: unknown) =>
    typeof address === "string" && URL.canParse(address, base) ? new URL(address, base).href : undefined;
  const issuer = absolute(scheme["openIdConnectUrl"])?.replace(/\/\.well-known\/openid-configuration$/, "");
  const [authorize, token] = [absolute(flow["authorizationUrl"]), absolute(flow["tokenUrl"])];
  const addresses = issuer === undefined ? [authorize, token] : [issuer];
  const isUsable = addresses.every((address) => address?.startsWith("https:"));
  if (!isUsable) return "OAuth 2 without an authorization code and https addresses";
  const [first = base] = addresses;
  return {
    id: "oauth2",
    builder: "oauth2",
    options: {
      name: new URL(first).hostname.split(".").at(-2) ?? "Provider",
      ...(issuer === undefined ? { authorize, token } : { issuer }),
      scopes: Object.keys(membersOf(flow["scopes"])),
    },
    account: { auth: "oauth2", access_token: "tape-access_token" },
    sent: { header: "authorization" },
  };
}
