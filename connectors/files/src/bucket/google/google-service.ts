import { AccessTokenCache } from "@wellhead/sdk";
import {
  type AccessKey,
  type AmazonCredentials,
  findAmazonCredentials,
  readVariableCredentials,
  wrapAccessKey,
} from "../amazon/amazon-credentials.js";
import { amazonFault } from "../amazon/amazon-fault.js";
import { bucketUrl } from "../amazon/bucket-url.js";
import { listObjects } from "../amazon/list-objects.js";
import type { BucketAddress } from "../objects/bucket-address.js";
import type { ObjectService } from "../objects/object-service.js";
import { firstVariable, type Variables } from "../objects/variables.js";
import { findDefaultFile, type GoogleKeyFile, requestGoogleToken } from "./google-credentials.js";

/** How a bucket of Google Cloud Storage is reached. */
export interface GoogleServiceOptions {
  readonly endpoint?: string | undefined;
  readonly pathStyle?: boolean | undefined;
  readonly credentials?: "none" | AccessKey | GoogleKeyFile | undefined;
  readonly variables: Variables;
}

/** What a request is authorized with: the path of a file, or an HMAC key; `undefined` for a public bucket. */
type GoogleProof = string | AmazonCredentials | undefined;

/**
 * Returns how a bucket of Google Cloud Storage is reached: with its XML protocol, which is that of S3 except for the
 * credentials.
 *
 * @param address - The bucket
 * @param options - Its endpoint and credentials
 * @returns The service
 * @throws TypeError when the endpoint is not the URL of a server
 * @see https://cloud.google.com/storage/docs/xml-api/get-bucket-list
 */
export function googleService({ bucket }: BucketAddress, options: GoogleServiceOptions): ObjectService {
  const { endpoint = "https://storage.googleapis.com", pathStyle = true } = options;
  const region = "auto";
  const tokens = new AccessTokenCache();
  return {
    list: listObjects,
    root: "",
    http: {
      baseUrl: bucketUrl(bucket, { region, endpoint, pathStyle }),
      authorize: async (request, { http }) => {
        const proof = findProof(options);
        if (proof === undefined) return;
        if (typeof proof === "string") {
          const token = await tokens.find(proof, () => requestGoogleToken(http, proof));
          request.headers["authorization"] = `Bearer ${token.reveal()}`;
          return;
        }
        const { signAmazonRequest } = await import("../amazon/sign-amazon-request.js");
        await signAmazonRequest(request, { credentials: proof, region, time: new Date() });
      },
      fault: (answer) => amazonFault(bucket, answer),
    },
  };
}

function findProof({ credentials, variables }: GoogleServiceOptions): GoogleProof {
  if (credentials === "none") return undefined;
  if (credentials !== undefined)
    return "keyFile" in credentials ? credentials.keyFile : wrapAccessKey(credentials);
  return (
    firstVariable(variables, ["GOOGLE_APPLICATION_CREDENTIALS"]) ??
    readVariableCredentials(variables) ??
    findDefaultFile(variables) ??
    findAmazonCredentials(variables)
  );
}
