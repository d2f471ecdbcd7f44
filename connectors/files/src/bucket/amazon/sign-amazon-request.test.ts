import { Secret } from "@wellhead/sdk";
import { expect, it } from "vitest";
import { signAmazonRequest } from "./sign-amazon-request.js";

/**
 * The examples of the public description of the signature.
 *
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
it.each([
  ["/?lifecycle", "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"],
  ["/?max-keys=2&prefix=J", "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"],
])("signAmazonRequest() of %s has the published signature", async (path, signature) => {
  const request = {
    method: "GET",
    url: new URL(`https://examplebucket.s3.amazonaws.com${path}`),
    headers: {},
    body: undefined,
  };
  await signAmazonRequest(request, {
    credentials: {
      accessKeyId: "AKIAIOSFODNN7EXAMPLE",
      secretAccessKey: new Secret("wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"),
    },
    region: "us-east-1",
    time: new Date("2013-05-24T00:00:00Z"),
  });
  expect(request.headers).toMatchObject({
    "x-amz-date": "20130524T000000Z",
    authorization: `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=${signature}`,
  });
});
