import { basic } from "../accounts/basic.js";
import { fields } from "../accounts/fields.js";
import { none } from "../accounts/none.js";
import { token } from "../accounts/token.js";
import { date, dateRange } from "../fields/date.js";
import { id } from "../fields/id.js";
import { list } from "../fields/list.js";
import { number } from "../fields/number.js";
import { password, text } from "../fields/text.js";
import { Secret } from "../values/secret.js";
import { defineConnector } from "./define-connector.js";

// Each line that must not compile says why; the compiler runs this test.
defineConnector({
  id: "types",
  name: "Types",
  version: "1.0.0",
  description: "What the types promise",
  accounts: { none: none(), token: token(), basic: basic() },
  identify: async ({ account }) => {
    if (account.kind === "basic") return { name: account.user satisfies string };
    // @ts-expect-error only the account kind `basic` has a user
    void account.user;
    // @ts-expect-error a secret is not a string: it must be revealed where it is sent
    if (account.kind === "token") account.token satisfies string;
    // @ts-expect-error `oauth2` is not among the account kinds
    if (account.kind === "oauth2") return { name: "" };
    return { name: "x" };
  },
  sources: (source) => ({
    issues: source({
      name: "Issues",
      filter: {
        owner: list({ options: () => ["ada"] }),
        project: list({
          requires: ["owner"],
          options: ({ dependsOn }) => {
            // @ts-expect-error only required fields are available
            void dependsOn.updated;
            return [dependsOn.owner satisfies string];
          },
        }),
        updated: dateRange({ optional: true }),
        most: number({ optional: true }),
      },
      fields: { id: id(), title: text(), open: date() },
      async *rows({ account, filter }) {
        if (account.kind === "token") account.token satisfies Secret;
        filter.owner satisfies string;
        filter.updated?.min satisfies string | undefined;
        filter.most satisfies number | undefined;
        // @ts-expect-error an optional field may be undefined
        filter.most satisfies number;
        // @ts-expect-error the filter has no such field
        void filter.nope;
        yield [{ id: 1, title: "First", open: new Date(0) }];
      },
    }),
    // @ts-expect-error a text column cannot hold a number
    wrongCell: source({ name: "Wrong", fields: { title: text() }, rows: () => [{ title: 5 }] }),
    unfiltered: source({
      name: "Unfiltered",
      rows: ({ filter }) => {
        // @ts-expect-error a source without filter has no filter values
        void filter.anything;
        return [{ any: "shape" }];
      },
    }),
  }),
});

// A kind with a callback is inferred as any other.
defineConnector({
  id: "inline",
  name: "Inline",
  version: "1.0.0",
  description: "A kind that is changed where it is declared",
  accounts: {
    desk: {
      ...fields({ title: "Desk", fields: { key: password() } }),
      refresh: async (account) => ({ ...account, key: new Secret("new") }),
    },
    other: token(),
  },
  identify: async ({ account }) => {
    // @ts-expect-error the form has no such field
    if (account.kind === "desk") void account.nope;
    return { name: account.kind === "desk" ? account.key.reveal() : account.kind };
  },
});
