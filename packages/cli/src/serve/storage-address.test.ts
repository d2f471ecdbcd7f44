import { describe, expect, it } from "vitest";
import { CommandError } from "../command/command-error.js";
import { refuseStorageAddress } from "./storage-address.js";

function refusal(word: string): unknown {
  try {
    refuseStorageAddress(word);
    return undefined;
  } catch (error) {
    return error;
  }
}

describe("refuseStorageAddress()", () => {
  it.each([
    ["s3://bucket/prefix", "s3://bucket/prefix", "aws s3 sync "],
    ["S3://key:se/cr@et@bucket/prefix", "S3://bucket/prefix", "aws s3 sync "],
    ["gs://bucket", "gs://bucket", "gcloud storage rsync "],
    ["az://container/prefix?sig=secret", "az://container/prefix", "azcopy sync "],
  ])("names a command that copies %s, and none of its secrets", (word, shown, command) => {
    const error = refusal(word);
    expect(error).toBeInstanceOf(CommandError);
    expect(error).toMatchObject({
      message: `Could not serve "${shown}": expected a path, got an address of object storage. Copy its objects to a folder and serve the folder.`,
      details: [expect.stringContaining(command), expect.stringContaining("wellhead serve ./folder")],
    });
  });

  it.each(["postgres", "./s3", "s3:", "s3:/bucket", "file:///data", "folder/s3://bucket"])(
    "accepts %s",
    (word) => {
      expect(refusal(word)).toBeUndefined();
    },
  );
});
