import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readSecretFiles } from "./secret-files.js";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "secrets-"));
  await writeFile(join(folder, "secret"), "a secret with spaces \n");
  await mkdir(join(folder, "credentials"));
  for (const name of ["GITHUB_CLIENT_SECRET", "WELLHEAD_SECRET", "WELLHEAD_TOKENS", "readme.txt"])
    await writeFile(join(folder, "credentials", name), `${name} text\n`);
});
afterAll(() => rm(folder, { recursive: true }));

test("`readSecretFiles()` reads the file that a setting names, without the line feed at its end", () => {
  const file = join(folder, "secret");
  expect(
    readSecretFiles({
      WELLHEAD_SECRET_FILE: file,
      GITHUB_CLIENT_SECRET_FILE: file,
      TRELLO_CONSUMER_KEY_FILE: file,
      // Settings of other programs, and one whose file is reloaded when it changes.
      SSL_CERT_FILE: "/nowhere",
      WELLHEAD_TOKENS_FILE: "/nowhere",
      WELLHEAD_STORE_FILE: "",
    }),
  ).toEqual({
    WELLHEAD_SECRET: "a secret with spaces ",
    GITHUB_CLIENT_SECRET: "a secret with spaces ",
    TRELLO_CONSUMER_KEY: "a secret with spaces ",
  });
});

test("`readSecretFiles()` reads the credentials of systemd; what is set already stays", () => {
  const CREDENTIALS_DIRECTORY = join(folder, "credentials");
  expect(readSecretFiles({ CREDENTIALS_DIRECTORY, WELLHEAD_SECRET: "set" })).toEqual({
    GITHUB_CLIENT_SECRET: "GITHUB_CLIENT_SECRET text",
    WELLHEAD_TOKENS_FILE: join(CREDENTIALS_DIRECTORY, "WELLHEAD_TOKENS"),
  });
});

test("`readSecretFiles()` names the setting that is wrong", () => {
  expect(() => readSecretFiles({ WELLHEAD_SECRET_FILE: "/nowhere" })).toThrow("WELLHEAD_SECRET_FILE");
  expect(() => readSecretFiles({ WELLHEAD_SECRET: "a", WELLHEAD_SECRET_FILE: "/nowhere" })).toThrow("both");
  expect(() => readSecretFiles({ CREDENTIALS_DIRECTORY: "/nowhere" })).toThrow("CREDENTIALS_DIRECTORY");
});
