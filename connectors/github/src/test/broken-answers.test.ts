import { configureEgress, configureStore, MemoryStore } from "@wellhead/runtime";
import { startUpstream, type UpstreamAnswer } from "@wellhead/runtime/testing";
import { createApp } from "@wellhead/server";
import { breakAnswers } from "@wellhead/test-support/upstream";
import { expect, it } from "vitest";
import { githubConnector } from "../github-connector.js";
import { answerOf } from "./github-answers.js";

/** Responses other than lists. */
const people: Readonly<Record<string, UpstreamAnswer>> = {
  "/user": { body: { login: "ada", id: 1 } },
  "/user/orgs": { body: [{ login: "acme" }] },
};

it("reads no broken response as an empty list, or as an internal error", async () => {
  configureEgress({ allow: "127.0.0.1/32:*" });
  configureStore(new MemoryStore());
  const upstream = await startUpstream((request) => people[request.url.pathname] ?? answerOf(request));
  try {
    const { faults, tried } = await breakAnswers({
      upstream: upstream.url,
      serve: async (address) => {
        const connectors = [githubConnector({ baseUrl: address, site: address, signIn: false })];
        const app = await createApp({ connectors, logger: false });
        return { url: (await app.listen({ port: 0 })).url, close: () => app.close() };
      },
      account: () => ({ auth: "token", token: "github_pat_right" }),
    });
    expect(faults).toEqual([]);
    expect(tried).toBeGreaterThan(50);
  } finally {
    await upstream.close();
  }
}, 600_000);
