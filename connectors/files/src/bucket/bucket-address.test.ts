import { describe, expect, it } from "vitest";
import { bucketUrl, parseBucketAddress } from "./bucket-address.js";

describe("parseBucketAddress()", () => {
  it.each([
    ["s3://bucket", { scheme: "s3", bucket: "bucket", prefix: "", only: undefined }],
    ["S3://bucket/a/b", { scheme: "s3", bucket: "bucket", prefix: "a/b/", only: undefined }],
    ["gs://bucket/a/", { scheme: "gs", bucket: "bucket", prefix: "a/", only: undefined }],
    ["s3://bucket/a/b.csv.gz", { scheme: "s3", bucket: "bucket", prefix: "a/", only: "a/b.csv.gz" }],
  ])("%s", (text, expected) => {
    expect(parseBucketAddress(text)).toEqual(expected);
  });

  it.each([
    "s3://",
    "s3:bucket",
    "s3://key:secret@bucket",
    "s3://bucket?sig=secret",
    "az://bucket",
    "s3://b//c",
  ])("refuses %s without showing it", (text) => {
    expect(() => parseBucketAddress(text)).toThrow(
      "Could not make a connector for a bucket: expected an address such as s3://bucket/prefix without credentials, got another.",
    );
  });
});

describe("bucketUrl()", () => {
  const place = { region: "eu-west-1", endpoint: undefined, pathStyle: undefined };
  it.each([
    ["s3://bucket", {}, "https://bucket.s3.eu-west-1.amazonaws.com"],
    ["s3://my.bucket", {}, "https://s3.eu-west-1.amazonaws.com/my.bucket"],
    ["s3://bucket", { pathStyle: true }, "https://s3.eu-west-1.amazonaws.com/bucket"],
    ["s3://bucket", { region: "cn-north-1" }, "https://bucket.s3.cn-north-1.amazonaws.com.cn"],
    ["s3://bucket", { endpoint: "http://localhost:9000/" }, "http://localhost:9000/bucket"],
    ["s3://bucket", { endpoint: "https://r2.example", pathStyle: false }, "https://bucket.r2.example"],
    ["gs://bucket", {}, "https://storage.googleapis.com/bucket"],
  ])("%s %j", (text, given, expected) => {
    expect(bucketUrl(parseBucketAddress(text), { ...place, ...given })).toBe(expected);
  });

  it.each(["ftp://host", "host", "https://key:secret@host", "https://host?key=secret"])(
    "refuses the endpoint %s without showing it",
    (endpoint) => {
      expect(() => bucketUrl(parseBucketAddress("s3://bucket"), { ...place, endpoint })).toThrow(
        "Could not make a connector for a bucket: expected an endpoint such as https://storage.example.org without credentials, got another.",
      );
    },
  );
});
