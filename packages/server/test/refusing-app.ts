import { type Connector, defineConnector, oauth1, oauth2 } from "@wellhead/sdk";
import { callJson, type JsonReply } from "@wellhead/test-support/http/call-json";
import { QuirksServer } from "@wellhead/test-support/oauth/quirks-server";
import { testLog } from "@wellhead/test-support/services/test-log";
import { expect } from "vitest";
import { createApp } from "../src/index.js";

/** The callback that the operator of a {@link RefusingApp} has allowed. */
export const listedCallback = "https://platform.example/callback";

/** A service with two connectors of one provider: `one` supports OAuth 1 and OAuth 2, `two` only OAuth 1. */
export interface RefusingApp {
  /** The provider, which returns what a test sets. */
  readonly provider: QuirksServer;
  /** Calls an endpoint and parses the response body as JSON. */
  readonly call: (path: string, body?: unknown) => Promise<JsonReply>;
  /** Sets how far the clock is fast, in milliseconds. */
  readonly setClock: (ahead: number) => void;
  readonly close: () => Promise<void>;
}

/**
 * Starts the service.
 *
 * @param identify - Checks an account of either connector. Default: every account works
 * @returns The service, listening
 */
export async function openRefusingApp(identify?: Connector["identify"]): Promise<RefusingApp> {
  const provider = new QuirksServer();
  const address = await provider.listen();
  let ahead = 0;
  const app = await createApp({
    // The tests send hundreds of invalid codes and check each response, so failures are not throttled.
    failures: false,
    connectors: ["one", "two"].map((id) => ({ ...connectorOf(id, address), ...(identify && { identify }) })),
    logger: testLog().logger,
    accounts: { variables: {}, callbacks: [listedCallback] },
    now: () => new Date(Date.now() + ahead),
  });
  const { url } = await app.listen({ port: 0 });
  return {
    provider,
    call: async (path, body) => checkLeaks(await callJson(new URL(path, url), body)),
    setClock: (milliseconds) => {
      ahead = milliseconds;
    },
    close: async () => {
      await app.close();
      provider.close();
    },
  };
}

function connectorOf(id: string, address: string): Connector {
  const client = { name: "Tracker", clientId: "client", clientSecret: "canary" };
  const at = (path: string) => `${address}/${path}`;
  const both = { oauth2: oauth2({ ...client, authorize: at("authorize"), token: at("token") }) };
  return defineConnector({
    id,
    name: id,
    version: "1.0.0",
    description: id,
    accounts: {
      oauth: oauth1({ ...client, requestToken: at("r"), authorize: at("a"), accessToken: at(`t/${id}`) }),
      ...(id === "one" && both),
    },
    sources: () => ({}),
  });
}

/** The expected content of a refusal. */
export interface WantedRefusal {
  readonly status: number;
  readonly code: string;
  /** Matches the message, which says what was wrong and what to do. */
  readonly sentence: RegExp;
}

/**
 * Builds the expected response of a refusal.
 *
 * @param wanted - The expected content
 * @returns A response that equals every response with a matching message
 */
export function refusal({ status, code, sentence }: WantedRefusal): JsonReply {
  const fitting: unknown = expect.stringMatching(sentence);
  return { status, body: { code, error: fitting, message: fitting } };
}

/** Throws if an error response contains text of the provider or a secret. */
function checkLeaks(reply: JsonReply): JsonReply {
  if (reply.status < 400 || !/secret-upstream|canary|hush/.test(JSON.stringify(reply.body))) return reply;
  throw new Error(`Could not refuse: there is a secret in ${JSON.stringify(reply.body)}`);
}
