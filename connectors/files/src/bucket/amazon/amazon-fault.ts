import { type HttpAnswer, upstreamInvalid } from "@wellhead/sdk";

/** Codes that mean that the credentials, or the clock of this machine, are wrong. */
const refusals: ReadonlySet<string> = new Set([
  "AccessDenied",
  "AccountProblem",
  "AllAccessDisabled",
  "ExpiredToken",
  "InvalidAccessKeyId",
  "InvalidToken",
  "RequestTimeTooSkewed",
  "SignatureDoesNotMatch",
]);

/**
 * Explains a response of the storage with an error status.
 *
 * @param bucket - Name of the bucket
 * @param answer - The response
 * @returns The error to throw; `undefined` when the status explains it
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html
 */
export function amazonFault(bucket: string, { status, headers, text = "" }: HttpAnswer): Error | undefined {
  if (status < 300) return undefined;
  const code = /<Code>([A-Za-z]{1,60})<\/Code>/.exec(text)?.[1] ?? "";
  const region = headers["x-amz-bucket-region"] ?? /<Region>([a-z\d-]{1,40})<\/Region>/.exec(text)?.[1];
  const action = `Could not read the bucket "${bucket}"`;
  if (region !== undefined && (status === 301 || status === 307 || code === "AuthorizationHeaderMalformed"))
    return upstreamInvalid(
      `${action}: it is in the region "${region}". Set AWS_REGION or the option region to it.`,
    );
  if (status < 400)
    return upstreamInvalid(
      `${action}: the storage redirects to another address. Set the region or the endpoint.`,
    );
  if (code === "NoSuchBucket") return upstreamInvalid(`${action}: it does not exist. Correct its name.`);
  if (refusals.has(code) || status === 401 || status === 403)
    return upstreamInvalid(
      `${action}: the storage refused access (${code || status}). Have the operator check the credentials of the service and the clock of its machine.`,
    );
  return undefined;
}
