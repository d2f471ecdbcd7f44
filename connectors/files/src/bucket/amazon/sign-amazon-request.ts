import type { OutgoingRequest } from "@wellhead/sdk";
import { AwsV4Signer } from "aws4fetch";
import type { AmazonCredentials } from "./amazon-credentials.js";

/** Digest of an empty body, which every request has. */
const emptyBody = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/** What a request is signed with. */
export interface SignAmazonRequestOptions {
  readonly credentials: AmazonCredentials;
  readonly region: string;
  /** Time of the request. */
  readonly time: Date;
}

/**
 * Signs a request without a body with version 4 of the signature of Amazon.
 *
 * @param request - The request, changed in place
 * @param options - Credentials, region and time
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
export async function signAmazonRequest(
  request: OutgoingRequest,
  { credentials, region, time }: SignAmazonRequestOptions,
): Promise<void> {
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  const signer = new AwsV4Signer({
    method: request.method,
    url: request.url.href,
    headers: { ...request.headers, "x-amz-content-sha256": emptyBody },
    accessKeyId,
    secretAccessKey: secretAccessKey.reveal(),
    ...(sessionToken !== undefined && { sessionToken: sessionToken.reveal() }),
    service: "s3",
    region,
    datetime: time.toISOString().replaceAll(/[:-]|\.\d{3}/g, ""),
    // Only these headers: a proxy may change others, such as `accept-encoding`.
    allHeaders: false,
  });
  const { headers } = await signer.sign();
  for (const [name, value] of headers) request.headers[name] = value;
}
