import { callbackOf } from "../target/oauth-target.js";
import { finishLong, finishOAuth2, finishShort, readyOAuth2, startOAuth2 } from "../target/oauth2-flow.js";
import type { OAuthVersion } from "./oauth-steps.js";

/** The properties of OAuth 2 in the checks that it shares with OAuth 1. */
export const oauth2: OAuthVersion = {
  area: "oauth2",
  kind: "oauth2",
  name: "OAuth 2",
  proof: "code",
  start: startOAuth2,
  ready: readyOAuth2,
  finishShort,
  finishLong,
  finish: finishOAuth2,
  withoutProof: (context) => ({ fields: { callback_uri: callbackOf(context) } }),
};
