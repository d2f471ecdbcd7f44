import { describe, expect, it } from "vitest";
import { CommandError } from "../command/command-error.js";
import { isBucketAddress } from "./storage-address.js";

function refusal(word: string): unknown {
  try {
    return isBucketAddress(word);
  } catch (error) {
    return error;
  }
}

describe("isBucketAddress()", () => {
  it.each(["s3://bucket", "S3://bucket/prefix", "gs://bucket/a b"])("accepts %s", (word) => {
    expect(refusal(word)).toBe(true);
  });

  it.each(["postgres", "./s3", "s3:", "s3:/bucket", "file:///data", "folder/s3://bucket"])(
    "leaves %s to others",
    (word) => {
      expect(refusal(word)).toBe(false);
    },
  );

  it.each([
    ["S3://key:se/cr@et@bucket/prefix", "S3://bucket/prefix", "AWS_SECRET_ACCESS_KEY"],
    ["gs://bucket?sig=secret", "gs://bucket", "AWS_SECRET_ACCESS_KEY"],
    ["az://container/prefix?sig=secret", "az://container/prefix", "Copy its objects to a folder"],
  ])("refuses %s, and shows none of its secrets", (word, shown, advice) => {
    const error = refusal(word);
    expect(error).toBeInstanceOf(CommandError);
    const { message } = error as CommandError;
    expect(message).toContain(`Could not serve "${shown}": `);
    expect(message).toContain(advice);
  });
});
