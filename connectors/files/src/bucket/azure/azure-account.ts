import { Secret } from "@wellhead/sdk";
import type { BucketAddress } from "../objects/bucket-address.js";
import { endpointUrl } from "../objects/endpoint-url.js";
import { firstVariable, type Variables } from "../objects/variables.js";
import { type AzureIdentity, findIdentity } from "./azure-identity.js";

/** Credentials of a storage account as the operator writes them. */
export type AzureCredentials =
  | {
      /** Connection string of the account. */
      readonly connectionString: string;
    }
  | {
      /** Key of the account, Base64. */
      readonly accountKey: string;
    }
  | {
      /** Shared access signature of the account or the container: the query of a URL. */
      readonly sasToken: string;
    };

/** How requests are authorized. */
export type AzureProof =
  | { readonly kind: "key"; readonly account: string; readonly key: Secret }
  | { readonly kind: "signature"; readonly query: Secret }
  | { readonly kind: "identity"; readonly identity: AzureIdentity }
  | { readonly kind: "none" };

/** A storage account. */
export interface AzureAccount {
  /** URL of its blobs, without a slash at its end. */
  readonly url: string;
  readonly proof: AzureProof;
}

/** What is known about a storage account. */
export interface FindAzureAccountOptions {
  /** Name of the account. */
  readonly account?: string | undefined;
  /** URL of its blobs. */
  readonly endpoint?: string | undefined;
  readonly credentials?: "none" | AzureCredentials | undefined;
  readonly variables: Variables;
}

/**
 * Finds the storage account of a container and its credentials: the address and the options, then the variables that
 * the tools of Azure use.
 *
 * @param address - The container
 * @param options - What the operator has set
 * @returns The account
 * @throws TypeError when the account is not known, or the credentials are those of another one; no error shows a secret
 * @see https://learn.microsoft.com/azure/storage/common/storage-configure-connection-string
 */
export function findAzureAccount({ host }: BucketAddress, options: FindAzureAccountOptions): AzureAccount {
  const { credentials, variables } = options;
  const connection = parseConnection(connectionOf(options));
  const named =
    host?.split(".", 1)[0] ??
    options.account ??
    connection.get("accountname") ??
    firstVariable(variables, ["AZURE_STORAGE_ACCOUNT", "AZURE_STORAGE_ACCOUNT_NAME"]);
  const owner = ownerOf(connection);
  if (owner !== undefined && named !== undefined && owner !== named)
    throw accountFault(`the connection string is that of another storage account than "${named}"`);
  const endpoint =
    options.endpoint ??
    (host === undefined ? undefined : `https://${host}`) ??
    connection.get("blobendpoint") ??
    firstVariable(variables, ["AZURE_STORAGE_SERVICE_ENDPOINT", "AZURE_STORAGE_BLOB_ENDPOINT"]);
  const url = endpoint ?? (named === undefined ? undefined : urlOf(named, connection));
  if (url === undefined) throw accountFault("expected the name of the storage account, got none");
  const proof: AzureProof =
    credentials === "none" ? { kind: "none" } : findProof({ ...options, account: named, connection });
  return { url: endpointUrl(url).href.replace(/\/+$/, ""), proof };
}

function connectionOf({ credentials, variables }: FindAzureAccountOptions): string {
  if (credentials === undefined) return firstVariable(variables, ["AZURE_STORAGE_CONNECTION_STRING"]) ?? "";
  return credentials !== "none" && "connectionString" in credentials ? credentials.connectionString : "";
}

/** Returns the parts of a connection string by their names in lower case. */
function parseConnection(text: string): ReadonlyMap<string, string> {
  const parts = text
    .split(";")
    .filter((part) => part.trim() !== "")
    .map((part) => /^\s*(\w+)=(.*?)\s*$/s.exec(part));
  const entries = parts.map((part): [string, string] => {
    if (part === null) throw accountFault("the connection string is not a list of names and values");
    return [part[1]?.toLowerCase() ?? "", part[2] ?? ""];
  });
  return new Map(entries);
}

/** Returns the account of a connection string, which may have only a URL and a signature. */
function ownerOf(connection: ReadonlyMap<string, string>): string | undefined {
  const host = /^https:\/\/([^/:]+)/i.exec(connection.get("blobendpoint") ?? "")?.[1];
  return connection.get("accountname") ?? host?.split(".", 1)[0];
}

function urlOf(account: string, connection: ReadonlyMap<string, string>): string {
  const protocol = connection.get("defaultendpointsprotocol") ?? "https";
  const suffix = connection.get("endpointsuffix") ?? "core.windows.net";
  return `${protocol}://${account}.blob.${suffix}`;
}

/** What the credentials are looked up in. */
interface FindProofOptions extends FindAzureAccountOptions {
  readonly connection: ReadonlyMap<string, string>;
}

function findProof(options: FindProofOptions): AzureProof {
  const { variables, credentials, connection } = options;
  const key = connection.get("accountkey");
  const query = connection.get("sharedaccesssignature");
  if (connection.size > 0 && key === undefined && query === undefined)
    throw accountFault("the connection string has no key and no shared access signature");
  if (credentials !== undefined && credentials !== "none") {
    if ("accountKey" in credentials) return proofOf(options, { key: credentials.accountKey });
    if ("sasToken" in credentials) return proofOf(options, { query: credentials.sasToken });
  }
  if (connection.size > 0) return proofOf(options, { key, query });
  const found = proofOf(options, {
    key: firstVariable(variables, ["AZURE_STORAGE_KEY", "AZURE_STORAGE_ACCOUNT_KEY"]),
    query: firstVariable(variables, ["AZURE_STORAGE_SAS_TOKEN"]),
  });
  const identity = found.kind === "none" ? findIdentity(variables) : undefined;
  return identity === undefined ? found : { kind: "identity", identity };
}

function proofOf(
  { account }: FindProofOptions,
  { key, query }: { readonly key?: string | undefined; readonly query?: string | undefined },
): AzureProof {
  if (key !== undefined) {
    if (account === undefined) throw accountFault("expected the name of the storage account, got none");
    return { kind: "key", account, key: new Secret(key) };
  }
  return query === undefined ? { kind: "none" } : { kind: "signature", query: new Secret(query) };
}

function accountFault(reason: string): TypeError {
  return new TypeError(
    `Could not make a connector for a container: ${reason}. Name the account in the address, such as az://account.blob.core.windows.net/container, or set AZURE_STORAGE_ACCOUNT or AZURE_STORAGE_CONNECTION_STRING.`,
  );
}
