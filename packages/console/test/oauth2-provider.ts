import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";

/** A client of the provider. */
export const client = { id: "console-test", secret: "client-secret-that-stays-here" } as const;

/** An OAuth 2 provider from an independent package. */
export interface OAuth2Provider {
  readonly issuer: string;
  close(): Promise<void>;
}

/** Starts the provider. Its own development pages ask for a login (any name works) and for consent. */
export async function startOAuth2Provider(redirectUri: string): Promise<OAuth2Provider> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // `address()` returns an object of this type for a server that listens on a port.
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [redirectUri],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        application_type: "native",
      },
    ],
    cookies: { keys: ["of this test"] },
    scopes: ["openid", "offline_access"],
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    pkce: { required: () => false },
    ttl: {
      AccessToken: 3_600,
      AuthorizationCode: 60,
      IdToken: 3_600,
      RefreshToken: 86_400,
      Grant: 86_400,
      Session: 86_400,
      Interaction: 600,
    },
  });
  server.on("request", provider.callback());
  return {
    issuer,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
