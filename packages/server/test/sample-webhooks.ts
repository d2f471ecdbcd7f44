import {
  type Connector,
  defineConnector,
  hasSignature,
  id as keyColumn,
  list,
  none,
  rateLimited,
  text as textColumn,
  token,
  upstreamTimeout,
  type Webhooks,
} from "@wellhead/sdk";
import { pick } from "@wellhead/test-support/json/pick";

const transform: Webhooks["transform"] = ({ payload, types, filter }) => {
  const { kind, key } = payload as { kind?: string; key?: string };
  if (kind === "set")
    return {
      issues: { changed: [{ key, title: `${types.join()} ${String(filter["project"])}` }] },
      notes: { changed: [{ key: "n" }] },
    };
  if (kind === "gone") return { issues: { deleted: [{ key }] } };
  if (kind === "odd") return { nothing: {} };
  if (kind === "throw") throw upstreamTimeout("Could not read: late.");
  return {};
};

const kinds = { none: none(), token: token() };

/** Webhooks that are registered with the upstream. */
export const registered: Webhooks = {
  async subscribe({ http, url, types, signingSecrets }) {
    const [secret] = signingSecrets("hook");
    const made = await http.post("hooks", { json: { url, secret, types } }).json<{ id: string }>();
    return { id: made.id };
  },
  async unsubscribe({ http, webhook }) {
    await http.delete(`hooks/${webhook.id}`).text();
  },
  verify: ({ body, headers, signingSecrets }) =>
    hasSignature({ signed: body, signature: headers["x-signature"], secrets: signingSecrets("hook") })
      ? "h1"
      : undefined,
  transform,
};

/** Webhooks that a person sets up. */
export const manual: Webhooks = {
  setup: "manual",
  subscribe: async ({ account }) => ({ id: `w-${account.kind}`, workspaceId: "acme" }),
  verify: ({ body, headers, payload }) => {
    if (
      !hasSignature({
        signed: body,
        signature: headers["x-signature"],
        secrets: ["shared"],
        encoding: "base64",
        algorithm: "sha1",
      })
    )
      return undefined;
    return { workspaceIds: ["acme"], reply: { challenge: pick(payload, "challenge") } };
  },
  transform,
};

/** The arguments of each run of the action `comment`. */
export const runs: unknown[] = [];

/**
 * @param name - Id of the connector; `plain` has no actions
 * @param baseUrl - Its upstream
 * @param webhooks - Its webhooks. Default: none
 * @returns A connector with webhooks and actions
 */
export function connector(name: string, baseUrl: string, webhooks?: Webhooks): Connector {
  return defineConnector({
    id: name,
    name,
    version: "1.2.3",
    description: "Issues",
    http: { baseUrl },
    accounts: kinds,
    sources: (source) => ({
      issues: source({
        name: "Issues",
        filter: { project: list({ optional: true, choices: ["p1"] }) },
        fields: { key: keyColumn(), title: textColumn() },
        rows: () => [],
      }),
      notes: source({ name: "Notes", fields: { key: keyColumn() }, rows: () => [] }),
    }),
    ...(webhooks && { webhooks }),
    ...(name === "plain"
      ? {}
      : {
          actions: (action) => ({
            comment: action({
              name: "Comment",
              args: {
                issue: { title: "Issue" },
                text: { multiline: true, templates: true },
                as: { optional: true },
              },
              async run({ args, http }) {
                runs.push(args);
                if (args.text === "late") throw upstreamTimeout("Could not write: late.");
                if (args.text === "limit") throw rateLimited("Could not write: the limit is reached.");
                if (args.text === "post") await http.patch("issues/1", { json: args }).text();
              },
            }),
            repeat: action({
              name: "Repeat",
              idempotent: true,
              run: async () => {
                throw upstreamTimeout("Could not write: late.");
              },
            }),
          }),
        }),
  });
}
