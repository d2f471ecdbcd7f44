import {
  bool,
  type Connector,
  date,
  dateRange,
  defineConnector,
  file,
  hasSignature,
  id,
  list,
  none,
  number,
  text,
  token,
  type Webhooks,
} from "@wellhead/sdk";
import { pick } from "@wellhead/test-support/json/pick";

const rows = Array.from({ length: 30 }, (_, key) => ({
  key,
  title: `Row ${key}`,
  at: new Date(key * 1000).toISOString(),
  content: `file ${key}`,
}));

/** Webhooks that are registered. A parameter may say that the event is genuine. */
export const registered: Webhooks = {
  subscribe: ({ url }) => Promise.resolve({ id: "h1", url }),
  unsubscribe: () => Promise.resolve(),
  verify: ({ body, headers, signingSecrets }) =>
    headers["x-signature"] === "right" ||
    hasSignature({ signed: body, signature: headers["x-signature"], secrets: signingSecrets("hook") })
      ? "h1"
      : undefined,
  transform: ({ payload }) => (Array.isArray(payload) ? { rows: { changed: rows.slice(0, 2) } } : {}),
};

/**
 * @param name - Id of the connector
 * @param given - Its webhooks
 * @returns A connector that serves every endpoint of the synchronizer without an upstream
 */
export const synchronizedConnector = (name: string, given: Webhooks): Connector =>
  defineConnector({
    id: name,
    name,
    version: "1",
    description: "Rows for any request",
    accounts: { none: none(), token: token() },
    sources: (source) => ({
      rows: source({
        name: "Rows",
        filter: {
          word: text({ optional: true }),
          size: number({ optional: true }),
          open: bool({ optional: true }),
          day: date({ optional: true }),
          period: dateRange({ optional: true }),
          team: list({ optional: true, choices: ["a", "b"] }),
          live: list({ optional: true, requires: ["team"], options: ({ dependsOn }) => [dependsOn.team] }),
        },
        fields: { key: id(), title: text({ subType: "title" }), at: date(), content: file() },
        changes: { by: "at", lookback: "1 h" },
        rows: () => rows,
        deleted: () => [{ key: 99 }],
        resource: ({ file: asked }) => ({ body: Buffer.from(asked), name: "a.txt" }),
      }),
    }),
    webhooks: given,
    actions: (action) => ({
      note: action({
        name: "Note",
        args: { issue: {}, text: { optional: true } },
        run: () => Promise.resolve(),
      }),
    }),
  });

/** Webhooks that a person sets up; any event is genuine. */
export const manual: Webhooks = {
  setup: "manual",
  subscribe: () => Promise.resolve({ id: "w", workspaceId: "acme" }),
  verify: ({ payload }) => ({ workspaceIds: ["acme"], reply: { challenge: pick(payload, "challenge") } }),
  transform: () => ({}),
};
