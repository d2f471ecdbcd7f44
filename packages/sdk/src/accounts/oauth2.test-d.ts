import { oauth2 } from "../accounts/oauth2.js";
import { defineConnector } from "../connector/define-connector.js";
import { id } from "../fields/id.js";
import type { Secret } from "../values/secret.js";

// The compiler is the test runner: each line that must not compile has a directive with the reason.
defineConnector({
  id: "types",
  name: "Types",
  version: "1.0.0",
  description: "What the types promise",
  accounts: { oauth2: oauth2({ preset: "quickbooks", keep: ["realmId"] }) },
  identify: async ({ account }) => {
    account.access_token satisfies Secret;
    account.realmId satisfies string | undefined;
    // @ts-expect-error a kept member may be missing in an older account
    account.realmId satisfies string;
    // @ts-expect-error the account has no member that is not kept
    void account.instance_url;
    return { name: "x" };
  },
  sources: (source) => ({ rows: source({ name: "Rows", fields: { id: id() }, rows: () => [] }) }),
});

// @ts-expect-error there is no such preset
void oauth2({ preset: "nobody" });
