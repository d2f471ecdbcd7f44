import {
  AccessTokenCache,
  type Http,
  type HttpAnswer,
  type OutgoingRequest,
  upstreamInvalid,
} from "@wellhead/sdk";
import type { BucketAddress } from "../objects/bucket-address.js";
import type { ObjectService } from "../objects/object-service.js";
import { type AzureProof, type FindAzureAccountOptions, findAzureAccount } from "./azure-account.js";
import { requestIdentityToken } from "./azure-identity.js";
import { listBlobs } from "./list-blobs.js";
import { signAzureRequest } from "./sign-azure-request.js";

/** Version of the protocol, which every request names. */
const protocolVersion = "2021-12-02";

/**
 * Returns how a container of Azure Blob Storage is reached.
 *
 * @param address - The container
 * @param options - Its account and credentials
 * @returns The service
 * @throws TypeError when the account is not known, or an option is invalid
 */
export function azureService(address: BucketAddress, options: FindAzureAccountOptions): ObjectService {
  const { url, proof } = findAzureAccount(address, options);
  const tokens = new AccessTokenCache();
  return {
    list: listBlobs,
    root: `${address.bucket}/`,
    versionArgument: "versionid",
    http: {
      baseUrl: url,
      authorize: async (request, { http }) => {
        request.headers["x-ms-version"] = protocolVersion;
        await authorizeRequest(request, { proof, tokens, http });
      },
      fault: (answer) => azureFault(address.bucket, answer),
    },
  };
}

/** What a request is authorized with. */
interface AuthorizeRequestOptions {
  readonly proof: AzureProof;
  readonly tokens: AccessTokenCache;
  readonly http: Http;
}

async function authorizeRequest(
  request: OutgoingRequest,
  { proof, tokens, http }: AuthorizeRequestOptions,
): Promise<void> {
  if (proof.kind === "key") signAzureRequest(request, { ...proof, time: new Date() });
  if (proof.kind === "signature")
    for (const [name, value] of new URLSearchParams(proof.query.reveal()))
      request.url.searchParams.append(name, value);
  if (proof.kind === "identity") {
    const token = await tokens.find("", () => requestIdentityToken(http, proof.identity));
    request.headers["authorization"] = `Bearer ${token.reveal()}`;
  }
}

/**
 * Explains a response of the storage with an error status.
 *
 * @param container - Name of the container
 * @param answer - The response
 * @returns The error to throw; `undefined` when the status explains it
 * @see https://learn.microsoft.com/rest/api/storageservices/blob-service-error-codes
 */
function azureFault(container: string, { status, headers, text = "" }: HttpAnswer): Error | undefined {
  if (status < 300) return undefined;
  const code = headers["x-ms-error-code"] ?? /<Code>([A-Za-z]{1,60})<\/Code>/.exec(text)?.[1] ?? "";
  const action = `Could not read the container "${container}"`;
  if (status < 400)
    return upstreamInvalid(
      `${action}: the storage redirects to another address. Correct the account or the endpoint.`,
    );
  if (code === "ContainerNotFound" || code === "ResourceNotFound")
    return upstreamInvalid(
      `${action}: it does not exist, or is not public. Correct its name, or set credentials.`,
    );
  if (code === "FilesystemNotFound")
    return upstreamInvalid(`${action}: it does not exist. Correct its name.`);
  if (status === 409 && code === "PublicAccessNotPermitted")
    return upstreamInvalid(`${action}: it is not public. Have the operator set credentials.`);
  if (status === 401 || status === 403)
    return upstreamInvalid(
      `${action}: the storage refused access (${/^[A-Za-z]{1,60}$/.test(code) ? code : status}). Have the operator check the credentials of the service and the clock of its machine.`,
    );
  return undefined;
}
