import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { defineConnector, hasSignature, id, text, type Webhooks } from "@wellhead/sdk";

/** Checks the examples of webhooks and actions. */
export function checkWebhooks(): void {
  assert.equal(tracker.webhooks, webhooks);
  assert.equal(tracker.actions?.["comment"]?.name, "Comment on an issue");
  const signature = `sha256=${createHmac("sha256", "secret").update("{}").digest("hex")}`;
  assert.equal(isGenuine("{}", signature, ["secret"]), true);
  assert.equal(isGenuine("{ }", signature, ["secret"]), false);
}

function isGenuine(body: string, signature: string | undefined, secrets: readonly string[]): boolean {
  // #region signature
  return hasSignature({ signed: body, signature, secrets, prefix: "sha256=" });
  // #endregion signature
}

// #region webhooks
const webhooks: Webhooks = {
  async subscribe({ http, url, signingSecrets }) {
    const name = crypto.randomUUID();
    const [secret = ""] = signingSecrets(name);
    const hook = { url: `${url}?hook=${name}`, secret, events: ["issue"] };
    const { number } = await http.post("hooks", { json: hook }).json<{ number: number }>();
    return { id: name, number };
  },
  async unsubscribe({ http, webhook }) {
    await http.delete(`hooks/${Number(webhook["number"])}`).text();
  },
  verify({ body, headers, signingSecrets }) {
    const { hook = "", "x-signature": signature } = headers;
    return hasSignature({ signed: body, signature, secrets: signingSecrets(hook) }) ? hook : undefined;
  },
  transform({ payload }) {
    // The signature says that the upstream has sent it.
    const { event, issue } = payload as IssueEvent;
    if (event === "deleted") return { issues: { deleted: [{ number: issue.number }] } };
    return event === "changed" ? { issues: { changed: [issue] } } : {};
  },
};
// #endregion webhooks

interface IssueEvent {
  readonly event: string;
  readonly issue: { readonly number: string; readonly title: string };
}

// #region actions
const tracker = defineConnector({
  id: "tracker",
  name: "Tracker",
  version: "1.0.0",
  description: "Issues",
  http: { baseUrl: "https://api.tracker.example" },
  sources: (source) => ({
    issues: source({
      name: "Issues",
      fields: { number: id(), title: text() },
      rows: ({ http }) => http.pages<{ number: string; title: string }>("issues"),
    }),
  }),
  webhooks,
  actions: (action) => ({
    comment: action({
      name: "Comment on an issue",
      args: { issue: { title: "Issue" }, text: { multiline: true, templates: true } },
      async run({ http, args }) {
        await http.post(`issues/${args.issue}/comments`, { json: { text: args.text } }).text();
      },
    }),
  }),
});
// #endregion actions
