import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { Secret } from "@wellhead/sdk";
import type { Variables } from "../objects/variables.js";

/** An access key as the operator writes it. */
export interface AccessKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Token of temporary credentials. Default: the credentials are permanent. */
  readonly sessionToken?: string;
}

/** An access key of the storage. */
export interface AmazonCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: Secret;
  /** Token of temporary credentials. Default: the credentials are permanent. */
  readonly sessionToken?: Secret | undefined;
}

/**
 * Finds the credentials of the deployment as the tools of Amazon do: the variables, then the files `credentials` and
 * `config` in `~/.aws`.
 *
 * @param variables - Variables of the deployment
 * @returns The credentials; `undefined` when there are none, so that requests are not signed
 * @see https://docs.aws.amazon.com/sdkref/latest/guide/standardized-credentials.html
 */
export function findAmazonCredentials(variables: Variables): AmazonCredentials | undefined {
  return readVariableCredentials(variables) ?? credentialsOf(profileOf(variables));
}

/**
 * Reads an access key from the variables.
 *
 * @param variables - Variables of the deployment
 * @returns The credentials; `undefined` when they are not set
 */
export function readVariableCredentials(variables: Variables): AmazonCredentials | undefined {
  return credentialsOf({
    aws_access_key_id: variables["AWS_ACCESS_KEY_ID"],
    aws_secret_access_key: variables["AWS_SECRET_ACCESS_KEY"],
    aws_session_token: variables["AWS_SESSION_TOKEN"],
  });
}

/**
 * Wraps the secrets of an access key.
 *
 * @param key - The access key
 * @returns The credentials
 */
export function wrapAccessKey({ accessKeyId, secretAccessKey, sessionToken }: AccessKey): AmazonCredentials {
  return {
    accessKeyId,
    secretAccessKey: new Secret(secretAccessKey),
    ...(sessionToken !== undefined && { sessionToken: new Secret(sessionToken) }),
  };
}

/**
 * Finds the region of the deployment in the variables, then in the files in `~/.aws`.
 *
 * @param variables - Variables of the deployment
 * @returns The region; `us-east-1` when none is set
 */
export function findAmazonRegion(variables: Variables): string {
  const fromVariables = variables["AWS_REGION"] ?? variables["AWS_DEFAULT_REGION"];
  return fromVariables ?? profileOf(variables)["region"] ?? "us-east-1";
}

function credentialsOf(settings: Variables): AmazonCredentials | undefined {
  const accessKeyId = settings["aws_access_key_id"];
  const secretAccessKey = settings["aws_secret_access_key"];
  const token = settings["aws_session_token"];
  if (!accessKeyId || !secretAccessKey) return undefined;
  return {
    accessKeyId,
    secretAccessKey: new Secret(secretAccessKey),
    ...(token && { sessionToken: new Secret(token) }),
  };
}

/** Returns the settings of the chosen profile. The file of credentials takes precedence. */
function profileOf(variables: Variables): Variables {
  const home = variables["HOME"] ?? homedir();
  const profile = variables["AWS_PROFILE"] ?? "default";
  const configFile = variables["AWS_CONFIG_FILE"] ?? join(home, ".aws", "config");
  const credentialsFile = variables["AWS_SHARED_CREDENTIALS_FILE"] ?? join(home, ".aws", "credentials");
  return {
    ...readSection(configFile, profile === "default" ? profile : `profile ${profile}`),
    ...readSection(credentialsFile, profile),
  };
}

/** Returns the settings of a section; none when the file cannot be read. */
function readSection(path: string, wanted: string): Variables {
  const settings: Record<string, string> = {};
  let section = "";
  for (const line of readLines(path)) {
    const title = /^\s*\[\s*([^\]]*?)\s*\]/.exec(line)?.[1];
    const [, name, value] = /^([a-z\d_]+)\s*=\s*(.*?)\s*$/i.exec(line) ?? [];
    if (title !== undefined) section = title.replaceAll(/\s+/g, " ");
    else if (name !== undefined && value !== undefined && section === wanted)
      settings[name.toLowerCase()] = value;
  }
  return settings;
}

function readLines(path: string): readonly string[] {
  try {
    return readFileSync(path, "utf8").split(/\r?\n/);
  } catch {
    return [];
  }
}
