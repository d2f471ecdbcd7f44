import {
  accountInvalid,
  date,
  dateRange,
  defineConnector,
  fields,
  id,
  list,
  password,
  text,
} from "@wellhead/sdk";
import { listBooks, listBranches, listShelves, signIn } from "./library.js";

export default defineConnector({
  id: "library",
  name: "Library",
  version: "1.0.0",
  description: "Books on the shelves of the town library",
  accounts: {
    card: fields({
      title: "Library card",
      fields: {
        card: text({ title: "Card number", placeholder: "L-100" }),
        pin: password({ title: "PIN" }),
      },
    }),
  },
  // Called by POST /validate before every use of an account; what it throws is what the person reads.
  identify: async ({ account }) => {
    const name = await signIn(account.card, account.pin.reveal());
    if (name !== undefined) return { name };
    throw accountInvalid("Sign in to the library: card and PIN do not belong together, check both", {
      field: "pin",
    });
  },
  sources: (source) => ({
    books: source({
      name: "Books",
      filter: {
        branch: list({ options: () => listBranches() }),
        // Its options depend on the branch; the platform asks for them once a branch is chosen.
        shelf: list({ requires: ["branch"], options: ({ dependsOn }) => listShelves(dependsOn.branch) }),
        added: dateRange({ optional: true }),
      },
      fields: { id: id(), title: text(), added: date() },
      rows: async ({ filter }) => {
        const books = await listBooks(filter.branch, filter.shelf);
        // Both ends are instants as ISO text, which sorts as time does.
        const { min = "", max = "9999" } = filter.added ?? {};
        return books.filter(({ added }) => `${added}T00:00:00.000Z` >= min && added <= max);
      },
    }),
  }),
});
