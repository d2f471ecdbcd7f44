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

test("`readSecretFiles()` prefers the file that a setting names to one of systemd", () => {
  const CREDENTIALS_DIRECTORY = join(folder, "credentials");
  const own = join(folder, "secret");
  expect(
    readSecretFiles({
      CREDENTIALS_DIRECTORY,
      WELLHEAD_SECRET_FILE: own,
      GITHUB_CLIENT_SECRET_FILE: own,
      WELLHEAD_TOKENS_FILE: own,
    }),
  ).toEqual({ WELLHEAD_SECRET: "a secret with spaces ", GITHUB_CLIENT_SECRET: "a secret with spaces " });
});

test("`readSecretFiles()` takes off one line end, and only at the end", async () => {
  const file = join(folder, "lines");
  for (const [text, secret] of [
    ["a\r\nb\r\n", "a\r\nb"],
    ["a\n\n", "a\n"],
    ["a", "a"],
  ] as const) {
    await writeFile(file, text);
    expect(readSecretFiles({ OWN_KEY_FILE: file })).toEqual({ OWN_KEY: secret });
  }
});

test("`readSecretFiles()` names the setting that is wrong", () => {
  const missing = (variables: Record<string, string>) => {
    try {
      return readSecretFiles(variables);
    } catch (error) {
      return error;
    }
  };
  for (const name of ["WELLHEAD_SECRET_FILE", "CREDENTIALS_DIRECTORY"])
    expect(missing({ [name]: "/nowhere" })).toMatchObject({ cause: { code: "ENOENT" } });
  expect(() => readSecretFiles({ WELLHEAD_SECRET_FILE: "/nowhere" })).toThrow("WELLHEAD_SECRET_FILE");
  expect(() => readSecretFiles({ WELLHEAD_SECRET: "a", WELLHEAD_SECRET_FILE: "/nowhere" })).toThrow("both");
  expect(() => readSecretFiles({ CREDENTIALS_DIRECTORY: "/nowhere" })).toThrow("CREDENTIALS_DIRECTORY");
});
