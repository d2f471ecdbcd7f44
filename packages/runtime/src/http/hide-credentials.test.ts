import { expect, it } from "vitest";
import { hideCredentials, sentCredentials } from "./hide-credentials.js";

it.each([
  ['{"token":"abc","name":"Tea"}', '{"token":"[not shown]","name":"Tea"}'],
  ['{"data": {"sessionId" : "a\\"b", "at": 1}}', '{"data": {"sessionId" : "[not shown]", "at": 1}}'],
  ['{"access_token":"cut by the ma', '{"access_token":"cut by the ma'],
  ['{"access_token":"cutByTheMa', '{"access_token":"[not shown]'],
  ['{"api_key":12345678}', '{"api_key":[not shown]}'],
  ["?access_token=abc&page=2", "?access_token=[not shown]&page=2"],
  ["grant=a&password=b", "grant=a&password=[not shown]"],
  [
    "<login><SessionToken type='a'>abc</SessionToken></login>",
    "<login><SessionToken type='a'>[not shown]</SessionToken></login>",
  ],
])("hideCredentials() turns %s into %s", (text, shown) => {
  expect(hideCredentials(text)).toBe(shown);
});

it.each([
  '{"nextPageToken":"CAUQAA","next_token":"b","continuationToken":"c","syncToken":"d","page_token":"e"}',
  '{"token_type":"Bearer","expires_in":3600,"total_tokens":12345,"tokens_count":12345}',
  '{"session":"Morning yoga","sessions":[{"title":"a"}],"author":"b","keyboard":"c"}',
  "?pageToken=abc&author=b&keywords=c",
])("hideCredentials() leaves %s as it is", (text) => {
  expect(hideCredentials(text)).toBe(text);
});

it("sentCredentials() lists the values of headers that sign in, and of no others", () => {
  const headers = {
    authorization: "Bearer abcdefgh.12345678",
    cookie: "session=0123456789; a=b",
    "x-csrf-token": "short",
    accept: "application/json",
  };
  expect(sentCredentials({ headers })).toEqual({ credentials: "abcdefgh.12345678 0123456789" });
  expect(sentCredentials({ headers: { accept: "application/json" } })).toEqual({});
});
