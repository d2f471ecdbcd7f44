import {
  accountInvalid,
  date,
  dateRange,
  defineConnector,
  fields,
  id,
  list,
  password,
  Secret,
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
  // Called by POST /validate before every use of an account. The user reads the message of the error it throws.
  identify: async ({ account }) => ({ name: await enter(account) }),
  sources: (source) => ({
    books: source({
      name: "Books",
      filter: {
        branch: list({
          options: async ({ account }) => {
            await enter(account);
            return listBranches();
          },
        }),
        // Its options depend on the branch; the platform requests them after a branch is chosen.
        shelf: list({
          requires: ["branch"],
          options: async ({ account, dependsOn }) => {
            await enter(account);
            return listShelves(dependsOn.branch);
          },
        }),
        added: dateRange({ optional: true }),
      },
      fields: { id: id(), title: text(), added: date() },
      rows: async ({ account, filter }) => {
        await enter(account);
        const books = await listBooks(filter.branch, filter.shelf);
        // Both bounds are instants as ISO text, which sorts chronologically.
        const { min = "", max = "9999" } = filter.added ?? {};
        return books.filter(({ added }) => `${added}T00:00:00.000Z` >= min && added <= max);
      },
    }),
  }),
});

/** Returns the name of the member if the PIN is right. The other calls of this library do not require it. */
async function enter({ card, pin }: Readonly<Record<string, unknown>>): Promise<string> {
  // The PIN is wrapped in a `Secret`, so that it is not logged by accident.
  const name = pin instanceof Secret ? await signIn(String(card), pin.reveal()) : undefined;
  if (name !== undefined) return name;
  throw accountInvalid(
    "Could not sign in to the library: the card and the PIN do not belong together. Check both.",
    {
      field: "pin",
    },
  );
}
