import { describe, expect, it } from "vitest";
import { fields } from "../accounts/fields.js";
import { oauth1 } from "../accounts/oauth1.js";
import { oauth2 } from "../accounts/oauth2.js";
import { checkAccounts } from "./check-definition.js";

const one = oauth1({
  name: "X",
  requestToken: "https://x.example/r",
  authorize: "https://x.example/a",
  accessToken: "https://x.example/t",
});
const two = oauth2({ preset: "github" });
const other = fields({ title: "Other", fields: {} });

describe("checkAccounts()", () => {
  it("takes one kind per OAuth version under its own id", () => {
    expect(() => checkAccounts("c", { oauth: one, oauth2: two })).not.toThrow();
  });

  it.each([
    ["OAuth 2 under another id", { github: two }, 'expected OAuth 2 under the id "oauth2", got "github"'],
    [
      "OAuth 2 twice",
      { oauth2: two, "oauth2-b": two },
      'expected OAuth 2 under the id "oauth2", got "oauth2-b"',
    ],
    [
      "OAuth 1 under the id of OAuth 2",
      { oauth2: one },
      'expected OAuth 1 under the id "oauth", got "oauth2"',
    ],
    [
      "a form under the id of OAuth 1",
      { oauth: other },
      'expected OAuth 1 under the id "oauth", got another account kind',
    ],
    ["a form under the id of OAuth 2", { oauth2: other }, "expected OAuth 2"],
  ])("refuses %s", (_what, kinds, sentence) => {
    expect(() => checkAccounts("c", kinds)).toThrow(sentence);
  });
});

describe("oauth2()", () => {
  it.each([
    ["no addresses", { name: "X" }, 'expected "name" with "authorize" and "token"'],
    [
      "an address in the clear",
      { name: "X", authorize: "http://x.example", token: "https://x.example" },
      "expected an https",
    ],
    [
      "an address with a password",
      { name: "X", authorize: "https://u:p@x.example", token: "https://x.example" },
      "expected an https",
    ],
    [
      "a member it has anyway",
      { preset: "github", keep: ["access_token"] } as const,
      "every account has the member",
    ],
  ])("refuses %s", (_what, options, sentence) => {
    expect(() => oauth2(options)).toThrow(sentence);
  });
});
