import { runConformance, startOAuthProvider } from "@wellhead/conformance";
import { configureEgress } from "@wellhead/runtime";
import { defineConnector, id, oauth1, oauth2 } from "@wellhead/sdk";
import { createApp } from "@wellhead/server";
import { describe, expect, it } from "vitest";

describe("a connector with both kinds of OAuth", () => {
  it("meets every requirement of the conformance suite, walked with the suite's own provider", async () => {
    configureEgress({ allow: "127.0.0.1/32:*" });
    const provider = await startOAuthProvider();
    const { addresses, clientId, clientSecret } = provider;
    const connector = defineConnector({
      id: "both",
      name: "Both",
      version: "1.0.0",
      description: "Both kinds of OAuth",
      http: { baseUrl: new URL(addresses.identity).origin },
      accounts: {
        oauth: oauth1({
          name: "Suite",
          requestToken: addresses.requestToken,
          authorize: addresses.authorizeToken,
          accessToken: addresses.accessToken,
          clientId,
          clientSecret,
        }),
        oauth2: oauth2({
          name: "Suite",
          authorize: addresses.authorize,
          token: addresses.token,
          clientId,
          clientSecret,
        }),
      },
      identify: async ({ http }) => ({
        name: (await http.get(addresses.identity).json<{ readonly name: string }>()).name,
      }),
      sources: (source) => ({
        rows: source({
          name: "Rows",
          fields: { id: id() },
          rows: async ({ http }) => {
            await http.get(addresses.identity).json();
            return [{ id: "1" }];
          },
        }),
      }),
    });
    const app = await createApp({ connectors: [connector], logger: false, accounts: { variables: {} } });
    const { url } = await app.listen({ port: 0 });
    const { results } = await runConformance(url, {
      profile: "all",
      oauthProvider: provider,
      concurrency: 4,
    });
    await app.close();
    await provider.close();
    const oauth = results.filter(({ id: requirement }) => /^oauth[12]\./.test(requirement));
    expect(oauth.filter(({ verdict }) => verdict === "pass").length).toBeGreaterThan(50);
    const open = results.filter(({ verdict }) => verdict !== "pass" && verdict !== "not-applicable");
    expect(open.map(({ id: requirement, detail }) => `${requirement}: ${detail}`)).toEqual([]);
  });
});
