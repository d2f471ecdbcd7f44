import { describe, expect, it } from "vitest";
import { bucketUrl } from "./bucket-url.js";

describe("bucketUrl()", () => {
  const place = { region: "eu-west-1", endpoint: undefined, pathStyle: undefined };
  it.each([
    ["bucket", {}, "https://bucket.s3.eu-west-1.amazonaws.com"],
    ["my.bucket", {}, "https://s3.eu-west-1.amazonaws.com/my.bucket"],
    ["bucket", { pathStyle: true }, "https://s3.eu-west-1.amazonaws.com/bucket"],
    ["bucket", { region: "cn-north-1" }, "https://bucket.s3.cn-north-1.amazonaws.com.cn"],
    ["bucket", { endpoint: "http://localhost:9000/" }, "http://localhost:9000/bucket"],
    ["bucket", { endpoint: "https://r2.example", pathStyle: false }, "https://bucket.r2.example"],
  ])("%s %j", (bucket, given, expected) => {
    expect(bucketUrl(bucket, { ...place, ...given })).toBe(expected);
  });

  it.each(["ftp://host", "host", "https://key:secret@host", "https://host?key=secret"])(
    "refuses the endpoint %s without showing it",
    (endpoint) => {
      expect(() => bucketUrl("bucket", { ...place, endpoint })).toThrow(
        "Could not make a connector for a bucket: expected an endpoint such as https://storage.example.org without credentials, got another.",
      );
    },
  );
});
