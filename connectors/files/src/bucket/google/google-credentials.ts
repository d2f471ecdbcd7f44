import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import {
  type AccessToken,
  type Http,
  readServiceAccountKey,
  requestAccessToken,
  signAssertion,
  upstreamInvalid,
} from "@wellhead/sdk";
import { endpointUrl } from "../objects/endpoint-url.js";
import { signInAsService } from "../objects/sign-in-as-service.js";
import { firstVariable, type Variables } from "../objects/variables.js";

/** A file with credentials of Google as the operator names it. */
export interface GoogleKeyFile {
  /** Path of the file: the JSON key of a service account, or what `gcloud auth application-default login` writes. */
  readonly keyFile: string;
}

/**
 * Finds the file with the credentials that tools of Google use by default.
 *
 * @param variables - Variables of the deployment
 * @returns Its path; `undefined` when there is none
 * @see https://cloud.google.com/docs/authentication/application-default-credentials
 */
export function findDefaultFile(variables: Variables): string | undefined {
  const home = firstVariable(variables, ["HOME"]) ?? homedir();
  const folder = firstVariable(variables, ["CLOUDSDK_CONFIG"]) ?? join(home, ".config", "gcloud");
  const path = join(folder, "application_default_credentials.json");
  return existsSync(path) ? path : undefined;
}

/** Scope that suffices to list and read objects. */
const scope = "https://www.googleapis.com/auth/devstorage.read_only";

/**
 * Requests an access token for the storage with the credentials of a file.
 *
 * @param http - Client that adds no credentials
 * @param path - Path of the file, which is read each time so that another program may replace it
 * @returns The token
 * @throws ConnectorError `upstream_invalid` when the file cannot be used or its credentials are refused; no error shows
 *   a part of them
 */
export async function requestGoogleToken(http: Http, path: string): Promise<AccessToken> {
  const text = await readKeyFile(path);
  const now = Date.now();
  const members = parseMembers(text);
  const tokenUrl = tokenUrlOf(members);
  const grant =
    members["type"] === "authorized_user"
      ? userGrant(members)
      : {
          grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
          assertion: assertionOf(text, { tokenUrl, now }),
        };
  return await signInAsService(() => requestAccessToken(http, { tokenUrl, grant, now }), {
    provider: "Google",
    settings: "the file that GOOGLE_APPLICATION_CREDENTIALS or the option keyFile names",
  });
}

async function readKeyFile(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "an unknown fault";
    throw keyFault(`the system reports ${code}`);
  }
}

/** The error has no cause, because a parser's error may contain a part of the key. */
function keyFault(reason: string): Error {
  return upstreamInvalid(
    `Could not read the credentials of the storage: ${reason}. Have the operator check the file that GOOGLE_APPLICATION_CREDENTIALS or the option keyFile names.`,
  );
}

function parseMembers(text: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw keyFault("expected JSON, got other text");
  }
  if (typeof value !== "object" || value === null)
    throw keyFault("expected a JSON object, got another value");
  // A JSON object is a record.
  const members = { ...value } as Readonly<Record<string, unknown>>;
  const { type } = members;
  if (type === "service_account" || type === "authorized_user") return members;
  throw keyFault(
    'expected a "type" of "service_account" or "authorized_user", got another; other types are not supported',
  );
}

/** The file belongs to the operator, who may name the endpoint of another provider. */
function tokenUrlOf({ token_uri: given }: Readonly<Record<string, unknown>>): string {
  if (typeof given !== "string") return "https://oauth2.googleapis.com/token";
  try {
    return endpointUrl(given).href;
  } catch {
    throw keyFault('expected a URL as "token_uri", got something else');
  }
}

function userGrant(members: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const { client_id: id, client_secret: secret, refresh_token: token } = members;
  if (typeof id !== "string" || typeof secret !== "string" || typeof token !== "string")
    throw keyFault('expected "client_id", "client_secret" and "refresh_token", got less');
  return { grant_type: "refresh_token", client_id: id, client_secret: secret, refresh_token: token };
}

function assertionOf(
  text: string,
  { tokenUrl, now }: { readonly tokenUrl: string; readonly now: number },
): string {
  try {
    const key = readServiceAccountKey(text);
    return signAssertion({ key, scopes: [scope], audience: tokenUrl, now });
  } catch (error) {
    const reason = error instanceof Error ? error.message : "";
    throw keyFault(reason.startsWith("expected ") ? reason : "its private key cannot be read");
  }
}
