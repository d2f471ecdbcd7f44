import { callbackOf } from "../target/oauth-target.js";
import { finishLong, finishOAuth2, finishShort, readyOAuth2, startOAuth2 } from "../target/oauth2-flow.js";
import type { OAuthVersion } from "./oauth-steps.js";

/** What OAuth 2 has of its own where it is judged as OAuth 1 is. */
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
