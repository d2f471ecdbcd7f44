import {
  type AccessToken,
  AccessTokenCache,
  type AccountKind,
  type AnyAccount,
  accountKey,
  fields,
  type Http,
  password,
  readServiceAccountKey,
  requestAccessToken,
  Secret,
  signAssertion,
  text,
} from "@wellhead/sdk";

/** The account with the values of the form. */
interface ServiceAccount {
  readonly key: Secret;
  readonly subject: string | undefined;
}

/** How tokens are requested. */
export interface ServiceAccountOptions {
  /** URL of the token endpoint. */
  readonly tokenUrl: string;
  readonly scopes: readonly string[];
  /** Returns the current time in milliseconds. */
  readonly now: () => number;
}

/** Fields of the form. */
const form = {
  key: {
    ...password({
      title: "Key",
      description: "The JSON file that the Google Cloud console made for the account",
    }),
    accept: acceptKey,
    publicParts: (file: string) => [readServiceAccountKey(file).email],
  },
  subject: text({
    title: "Act for",
    description:
      "E-mail address of a person of your domain, where an administrator allows it (domain-wide delegation). Empty: the account reads what is shared with it",
    optional: true,
  }),
};

/**
 * Creates the account kind of a service account: a signed assertion is exchanged for an access token, which is cached
 * in this process until it expires.
 *
 * @param options - Token endpoint, scopes, clock
 * @returns The account kind
 * @see RFC 7523, section 2.1
 * @see https://developers.google.com/identity/protocols/oauth2/service-account#httprest
 */
export function serviceAccount(options: ServiceAccountOptions): AccountKind<typeof form> {
  const tokens = new AccessTokenCache(options.now);
  const keyOf = (account: AnyAccount): string => accountKey({ connector: "google-sheets", account, form });
  const kind = fields({
    title: "Service account",
    description: "Reads the spreadsheets that are shared with the address of a service account",
    fields: form,
    authorize: async ({ headers }, account, { http }) => {
      const key = keyOf({ kind: "service-account", ...account });
      const token = await tokens.find(key, () => requestToken(http, account, options));
      headers["authorization"] = `Bearer ${token.reveal()}`;
    },
  });
  return {
    ...kind,
    // The token was rejected before it expired, for example because the key was disabled. A new one is requested once.
    refresh: (account) => {
      tokens.forget(keyOf({ ...account, kind: "service-account" }));
      return Promise.resolve({ ...account });
    },
  };
}

/** Accepts the file's text. Errors contain no part of it. */
function acceptKey(raw: unknown): Secret {
  const secret = raw instanceof Secret ? raw : new Secret(typeof raw === "string" ? raw : "");
  readServiceAccountKey(secret.reveal());
  return secret;
}

function requestToken(
  http: Http,
  { key, subject }: ServiceAccount,
  { tokenUrl, scopes, now }: ServiceAccountOptions,
): Promise<AccessToken> {
  const time = now();
  const assertion = signAssertion({
    key: readServiceAccountKey(key.reveal()),
    scopes,
    audience: tokenUrl,
    subject,
    now: time,
  });
  const grant = { grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion };
  return requestAccessToken(http, { tokenUrl, grant, now: time });
}
