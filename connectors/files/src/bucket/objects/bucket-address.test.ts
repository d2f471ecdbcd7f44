import { describe, expect, it } from "vitest";
import { parseBucketAddress } from "./bucket-address.js";

describe("parseBucketAddress()", () => {
  it.each([
    ["s3://bucket", { scheme: "s3", bucket: "bucket", prefix: "", only: undefined }],
    ["S3://bucket/a/b", { scheme: "s3", bucket: "bucket", prefix: "a/b/", only: undefined }],
    ["gs://bucket/a/", { scheme: "gs", bucket: "bucket", prefix: "a/", only: undefined }],
    ["s3a://bucket", { scheme: "s3", bucket: "bucket", prefix: "", only: undefined }],
    ["gcs://bucket", { scheme: "gs", bucket: "bucket", prefix: "", only: undefined }],
    ["az://data/a", { scheme: "az", bucket: "data", prefix: "a/", only: undefined }],
    ["azure://$web", { scheme: "az", bucket: "$web", prefix: "", only: undefined }],
    ["abfs://data/a.csv", { scheme: "az", bucket: "data", prefix: "", only: "a.csv" }],
    ...[
      "az://acme.blob.core.windows.net/data/a/b",
      "https://acme.blob.core.windows.net/data/a/b/",
      "abfss://data@acme.dfs.core.windows.net/a/b",
      "abfss://acme.dfs.core.windows.net/data/a/b",
    ].map((text): [string, object] => {
      const host = "acme.blob.core.windows.net";
      return [text, { scheme: "az", bucket: "data", host, prefix: "a/b/", only: undefined }];
    }),
    ["s3://bucket/a/b.csv.gz", { scheme: "s3", bucket: "bucket", prefix: "a/", only: "a/b.csv.gz" }],
  ])("%s", (text, expected) => {
    expect(parseBucketAddress(text)).toEqual(expected);
  });

  it.each([
    "s3://",
    "s3:bucket",
    "s3://key:secret@bucket",
    "s3://bucket?sig=secret",
    "az://Container",
    "az://acme.blob.core.windows.net",
    "az://acme.blob.core.windows.net/data?sv=1&sig=secret",
    "abfss://data@acme.example.org/a",
    "abfss://data:secret@acme.dfs.core.windows.net/a",
    "https://acme.example.org/data",
    "https://acme.blob.core.windows.net.example.org/data",
    "https://data@example.org/acme.blob.core.windows.net",
    "s3://b//c",
    "s3://bucket@acme.blob.core.windows.net/data",
  ])("refuses %s without showing it", (text) => {
    expect(() => parseBucketAddress(text)).toThrow(
      "Could not make a connector for a bucket: expected an address such as s3://bucket/prefix without credentials, got another.",
    );
  });
});
