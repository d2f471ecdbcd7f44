import { expect, it } from "vitest";
import type { Http } from "../http/http.js";
import { AccessTokenCache } from "./access-token-cache.js";
import { requestAccessToken } from "./request-access-token.js";

/** A token endpoint whose tokens live for a number of seconds, which it states. */
function endpoint(lifetime: number | undefined): Http {
  const json = () => Promise.resolve({ access_token: "t", expires_in: lifetime });
  // The function only posts a form and reads JSON.
  return { post: () => ({ json }) } as unknown as Http;
}

const grant = { grant_type: "client_credentials" };

it.each([
  [3600, 3540],
  [86_400, 3540],
  [undefined, 3540],
  [300, 240],
  [120, 96],
  [60, 48],
  [10, 8],
])("a token that lives for %j s is used for %d s", async (lifetime, used) => {
  const { expiresAt } = await requestAccessToken(endpoint(lifetime), {
    tokenUrl: "https://api.example/token",
    grant,
    now: 1000,
  });
  expect(expiresAt).toBe(1000 + used * 1000);
});

it("a token that lives for a minute is requested once for several calls", async () => {
  const cache = new AccessTokenCache(() => 0);
  let requests = 0;
  const find = () =>
    cache.find("ada", () => {
      requests += 1;
      return requestAccessToken(endpoint(60), { tokenUrl: "https://api.example/token", grant, now: 0 });
    });
  await find();
  await find();
  expect(requests).toBe(1);
});
