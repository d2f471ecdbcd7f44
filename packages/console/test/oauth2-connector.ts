import { application, type ForeignConnector, sendJson, startForeign } from "./foreign-connector.js";
import { client } from "./oauth2-provider.js";

const display = { id: "callback_uri", name: "callback_uri", type: "oauth", optional: true };

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_in: number;
}

/**
 * Starts a connector without the SDK that signs users in with OAuth 2, and refreshes the token at every POST /validate.
 */
export function startOAuth2Connector(issuer: () => string): Promise<ForeignConnector> {
  return startForeign({
    "GET /": (_request, response) =>
      sendJson(
        response,
        application({
          name: "Signed in",
          authentication: [{ id: "oauth2", name: "Sign in", description: "", fields: [display] }],
        }),
      ),
    "GET /oauth2": (request, response) => {
      const query = new URL(request.url ?? "/", "http://connector").searchParams;
      // The interface names exactly one argument.
      if ([...query.keys()].join() !== "callback_uri")
        return sendJson(response, { error: "Expected exactly callback_uri" }, 400);
      const callback_uri = query.get("callback_uri") ?? "";
      const redirect = new URL(`${issuer()}/auth`);
      // The platform adds the `state`, as connectors of the first generation expect.
      redirect.search = new URLSearchParams({
        response_type: "code",
        client_id: client.id,
        redirect_uri: callback_uri,
        scope: "openid offline_access",
        prompt: "consent",
      }).toString();
      sendJson(response, { redirect_uri: redirect.href, callback_uri });
    },
    "POST /oauth2": async (_request, response, body) => {
      const { code, fields } = JSON.parse(body) as { code: string; fields: { callback_uri: string } };
      await answerTokens(response, issuer(), {
        grant_type: "authorization_code",
        code,
        redirect_uri: fields.callback_uri,
      });
    },
    "POST /validate": async (_request, response, body) => {
      const { fields } = JSON.parse(body) as { fields: { refresh_token: string } };
      await answerTokens(response, issuer(), {
        grant_type: "refresh_token",
        refresh_token: fields.refresh_token,
      });
    },
    "POST /": (_request, response, body) => {
      const { account } = JSON.parse(body) as { account: Record<string, string> };
      sendJson(response, [
        { kind: account["auth"], token: account["access_token"] === undefined ? "missing" : "present" },
      ]);
    },
  });
}

type Answer = Parameters<typeof sendJson>[0];

async function answerTokens(
  response: Answer,
  issuer: string,
  grant: Readonly<Record<string, string>>,
): Promise<void> {
  const answer = await fetch(`${issuer}/token`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${client.id}:${client.secret}`)}` },
    body: new URLSearchParams(grant),
  });
  if (!answer.ok) return sendJson(response, { error: "The provider refused the sign-in" }, 401);
  // The provider conforms to RFC 6749.
  const tokens = (await answer.json()) as Tokens;
  const expires_on = new Date(Date.now() + tokens.expires_in * 1_000).toISOString();
  return sendJson(response, {
    name: "ada",
    access_token: tokens.access_token,
    refresh_token: tokens.refresh_token,
    expires_on,
  });
}
