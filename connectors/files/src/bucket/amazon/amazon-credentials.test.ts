import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findAmazonCredentials, findAmazonRegion } from "./amazon-credentials.js";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "wellhead-test-"));
  await writeFile(
    join(folder, "credentials"),
    "# a comment\n[default]\naws_access_key_id = A\r\naws_secret_access_key=a=/+\n\n[ other ]\naws_access_key_id=B\naws_secret_access_key=b\naws_session_token=t\n",
  );
  await writeFile(
    join(folder, "config"),
    "[default]\nregion=eu-north-1\n[profile other]\nregion = eu-south-1\n",
  );
});
afterAll(() => rm(folder, { recursive: true }));

function files(more: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  const [config, credentials] = [join(folder, "config"), join(folder, "credentials")];
  return { AWS_CONFIG_FILE: config, AWS_SHARED_CREDENTIALS_FILE: credentials, HOME: folder, ...more };
}

function plain(variables: Readonly<Record<string, string>>): readonly unknown[] {
  const found = findAmazonCredentials(variables);
  return [found?.accessKeyId, found?.secretAccessKey.reveal(), found?.sessionToken?.reveal()];
}

describe("findAmazonCredentials()", () => {
  it("takes the variables before the files, and each profile from its own section", () => {
    const own = { AWS_ACCESS_KEY_ID: "V", AWS_SECRET_ACCESS_KEY: "v", AWS_SESSION_TOKEN: "s" };
    expect(plain(files(own))).toEqual(["V", "v", "s"]);
    expect(plain(files())).toEqual(["A", "a=/+", undefined]);
    expect(plain(files({ AWS_PROFILE: "other" }))).toEqual(["B", "b", "t"]);
    expect(plain(files({ AWS_PROFILE: "none" }))).toEqual([undefined, undefined, undefined]);
    expect(plain({ HOME: join(folder, "nobody") })).toEqual([undefined, undefined, undefined]);
  });
});

describe("findAmazonRegion()", () => {
  it("takes the variables before the profile", () => {
    expect(findAmazonRegion(files({ AWS_REGION: "eu-west-3" }))).toBe("eu-west-3");
    expect(findAmazonRegion(files({ AWS_DEFAULT_REGION: "eu-west-2" }))).toBe("eu-west-2");
    expect(findAmazonRegion(files())).toBe("eu-north-1");
    expect(findAmazonRegion(files({ AWS_PROFILE: "other" }))).toBe("eu-south-1");
    expect(findAmazonRegion({ HOME: join(folder, "nobody") })).toBe("us-east-1");
  });
});
