import { oauth2Definition } from "@wellhead/sdk/internal";
import { describe, expect, it } from "vitest";
import { type OAuthContext, oauthEnvironment } from "../oauth/oauth-environment.js";
import { oauth2Client } from "./oauth2-client.js";
import { pkceChallenge, pkceVerifier } from "./oauth2-flow.js";

function contextOf(connector: string, secret: string): OAuthContext {
  return { connector, environment: oauthEnvironment({ secret, variables: {} }) };
}

function clientOf(clientId: string, token: string) {
  const addresses = { name: "X", authorize: "https://x.example/a", token };
  return oauth2Client(oauth2Definition({ ...addresses, clientId, clientSecret: "" }), {});
}

const secret = "s".repeat(32);
const client = clientOf("c", "https://x.example/t");
const callback = "https://platform.example/callback?x=1";
const state = "the state of a sign-in";
const verifier = pkceVerifier(contextOf("tracker", secret), { client, callback, state });

describe("pkceChallenge()", () => {
  it("makes the challenge of RFC 7636, appendix B", () => {
    expect(pkceChallenge("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")).toBe(
      "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    );
  });
});

describe("pkceVerifier()", () => {
  it("has the form of RFC 7636 and is the same at every replica", () => {
    expect(verifier).toMatch(/^[\w-]{43}$/);
    expect(pkceVerifier(contextOf("tracker", secret), { client, callback, state })).toBe(verifier);
  });

  it("is another for another connector, deployment, client, provider, callback or state", () => {
    const others = [
      pkceVerifier(contextOf("other", secret), { client, callback, state }),
      pkceVerifier(contextOf("tracker", "t".repeat(32)), { client, callback, state }),
      pkceVerifier(contextOf("tracker", secret), {
        client: clientOf("d", "https://x.example/t"),
        callback,
        state,
      }),
      pkceVerifier(contextOf("tracker", secret), {
        client: clientOf("c", "https://y.example/t"),
        callback,
        state,
      }),
      pkceVerifier(contextOf("tracker", secret), { client, callback: `${callback}${state}`, state: "" }),
      pkceVerifier(contextOf("tracker", secret), { client, callback, state: "" }),
    ];
    expect(new Set([verifier, ...others]).size).toBe(others.length + 1);
  });

  it("fits none of 10,000 changed sign-ins", () => {
    const context = contextOf("tracker", secret);
    let fitting = 0;
    for (let seed = 0; seed < 10_000; seed += 1) {
      const changed = changeOne({ callback, state }, seed);
      if (pkceVerifier(context, { client, ...changed }) === verifier) fitting += 1;
    }
    expect(fitting).toBe(0);
  });
});

/** Replaces, drops, doubles or adds one character of the callback or of the state. */
function changeOne(flow: { readonly callback: string; readonly state: string }, seed: number) {
  const name = seed % 2 === 0 ? "callback" : "state";
  const text = flow[name];
  const place = (seed >> 3) % text.length;
  const kept = text[place] ?? "";
  const letter = String.fromCharCode(kept.charCodeAt(0) ^ (1 + (seed % 31)));
  const put = ["", kept + kept, letter, kept + letter][(seed >> 1) % 4] ?? "";
  return { ...flow, [name]: text.slice(0, place) + put + text.slice(place + 1) };
}
