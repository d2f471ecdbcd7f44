import { describe, expect, it } from "vitest";
import { CommandError } from "../command-line/command-error.js";
import { isBucketAddress } from "./storage-address.js";

function refusal(word: string): unknown {
  try {
    return isBucketAddress(word);
  } catch (error) {
    return error;
  }
}

describe("isBucketAddress()", () => {
  it.each([
    "s3://bucket",
    "S3://bucket/prefix",
    "s3a://bucket",
    "gs://bucket/a b",
    "gcs://bucket",
    "az://container/prefix",
    "azure://account.blob.core.windows.net/container",
    "abfss://container@account.dfs.core.windows.net/prefix",
    "https://account.blob.core.windows.net/container/prefix",
  ])("accepts %s", (word) => {
    expect(refusal(word)).toBe(true);
  });

  it.each([
    "postgres",
    "./s3",
    "s3:",
    "s3:/bucket",
    "file:///data",
    "folder/s3://bucket",
    "https://example.org/a",
  ])("leaves %s to others", (word) => {
    expect(refusal(word)).toBe(false);
  });

  it.each([
    ["S3://key:se/cr@et@bucket/prefix", "S3://bucket/prefix", "AWS_SECRET_ACCESS_KEY"],
    ["gs://bucket?sig=secret", "gs://bucket", "GOOGLE_APPLICATION_CREDENTIALS"],
    ["az://container/prefix?sig=secret", "az://container/prefix", "AZURE_STORAGE_SAS_TOKEN"],
    ["az://account:se/cr@et@container", "az://container", "AZURE_STORAGE_KEY"],
    [
      "https://account.blob.core.windows.net/container?sv=1&sig=secret",
      "https://account.blob.core.windows.net/container",
      "AZURE_STORAGE_SAS_TOKEN",
    ],
  ])("refuses %s, and shows none of its secrets", (word, shown, advice) => {
    const error = refusal(word);
    expect(error).toBeInstanceOf(CommandError);
    const { message } = error as CommandError;
    expect(message).toContain(`Could not serve "${shown}": `);
    expect(message).toContain(advice);
  });
});
