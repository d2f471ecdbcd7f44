import {
  type AccountKind,
  type AnyAccount,
  fields,
  inputInvalid,
  oauth2,
  password,
  Secret,
  text,
} from "@wellhead/sdk";
import type { PinnedCluster, TrinoOptions, TrinoSignIn } from "./options.js";
import { readServer } from "./read-server.js";
import { readSessionProperties } from "./session-properties.js";

const place = {
  server: text({
    title: "Server",
    description: "Address of the coordinator or the gateway",
    placeholder: "https://trino.example.org:8443",
  }),
  catalog: text({ title: "Catalog", description: "The catalog whose tables are read" }),
};
const settings = {
  session: text({
    title: "Session properties",
    description: "Such as query_priority=2, hive.projection_pushdown_enabled=true",
    optional: true,
  }),
};

/** What the requests of one account need to know. */
export interface TrinoAccount {
  /** Base address of the statements. */
  readonly server: URL;
  readonly catalog: string;
  /** User that queries run as. Default: the one that the credentials name. */
  readonly user: string | undefined;
  /** Session properties that the person chose. */
  readonly session: Readonly<Record<string, string>>;
}

/**
 * Creates the kinds of accounts.
 *
 * @param options - The operator's options
 * @returns One kind of a pinned cluster, which asks for nothing; otherwise a kind for each way to sign in
 */
export function trinoAccounts({
  pinned,
  oauth2: signIn,
}: TrinoOptions): Readonly<Record<string, AccountKind>> {
  if (pinned !== undefined) return { none: pinnedKind(pinned) };
  return {
    password: fields({
      title: "User and password",
      fields: {
        ...place,
        user: text({ title: "User" }),
        password: password({
          title: "Password",
          description: "Empty for a server that asks for none",
          optional: true,
        }),
        ...settings,
      },
      authorize: ({ headers }, account) => {
        const secret = account.password?.reveal() ?? "";
        if (secret !== "") headers["authorization"] = basicOf(account.user, secret);
      },
    }),
    jwt: fields({
      title: "JSON Web Token",
      fields: {
        ...place,
        token: password({ title: "Token" }),
        user: text({ title: "User", description: "Default: the one that the token names", optional: true }),
        ...settings,
      },
      authorize: ({ headers }, account) => {
        headers["authorization"] = `Bearer ${account.token.reveal()}`;
      },
    }),
    ...(signIn !== undefined && { oauth2: oauth2(signIn.provider) }),
  };
}

/** A kind that asks for nothing, and signs with what the operator wrote. */
function pinnedKind({ user, password: secret = "", token }: PinnedCluster): AccountKind {
  return fields({
    title: "No account",
    fields: {},
    authorize: ({ headers }) => {
      if (token !== undefined) headers["authorization"] = `Bearer ${token}`;
      else if (secret !== "") headers["authorization"] = basicOf(user, secret);
    },
  });
}

function basicOf(user: string, secret: string): string {
  return `Basic ${Buffer.from(`${user}:${secret}`, "utf8").toString("base64")}`;
}

/**
 * Reads what the requests of an account need.
 *
 * @param account - The account of a request
 * @param options - The operator's cluster, if it is not the account's
 * @returns The server, the catalog and the user
 * @throws ConnectorError `invalid_field` that names the field with an invalid value
 */
export function readAccount(
  account: AnyAccount,
  { pinned, oauth2: signIn }: { readonly pinned?: PinnedCluster; readonly oauth2?: TrinoSignIn },
): TrinoAccount {
  const fixed = pinned ?? (account.kind === "oauth2" ? signIn : undefined);
  const members: Readonly<Record<string, unknown>> = { ...account, ...fixed };
  const hasSecret = ["password", "token", "access_token"].some((name) => isFilled(members[name]));
  const { server, catalog, user, session } = members;
  return {
    server: readServer(typeof server === "string" ? server : "", hasSecret),
    catalog: readName(catalog, "catalog"),
    user: isFilled(user) ? readName(user, "user") : undefined,
    session: readSessionProperties(typeof session === "string" ? session : ""),
  };
}

function isFilled(value: unknown): boolean {
  const plain = value instanceof Secret ? value.reveal() : value;
  return typeof plain === "string" && plain !== "";
}

/** A header carries the name, so it must not contain anything that would end the header. */
function readName(value: unknown, field: string): string {
  const name = typeof value === "string" ? value.trim() : "";
  if (/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(name)) return name;
  throw inputInvalid(
    `Could not read the account: expected a ${field} of visible ASCII characters, got "${name.slice(0, 40)}".`,
    { field },
  );
}
