import { createApp } from "@wellhead/server";
import { expect, it } from "vitest";
import { githubConnector } from "./github-connector.js";

it.each([
  ["https://github.acme.example/api/v3", "https://github.acme.example"],
  ["https://api.acme.ghe.com", "https://acme.ghe.com"],
  ["https://api.github.com", "https://github.com"],
])("`githubConnector()` sends people who sign in to the site of %s", async (baseUrl, site) => {
  process.env["GITHUB_CLIENT_ID"] = "client";
  process.env["GITHUB_CLIENT_SECRET"] = "client-secret";
  const app = await createApp({ connectors: [githubConnector({ baseUrl })], logger: false });
  const { url } = await app.listen({ port: 0 });
  const started = await fetch(`${url}/oauth2?callback_uri=https%3A%2F%2Fplatform.example%2Fcallback`);
  await app.close();
  delete process.env["GITHUB_CLIENT_ID"];
  delete process.env["GITHUB_CLIENT_SECRET"];
  expect(await started.json()).toMatchObject({
    redirect_uri: expect.stringContaining(`${site}/login/oauth/authorize`) as string,
  });
});
