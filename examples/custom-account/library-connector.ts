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
  // Called by POST /validate before every use of an account; what it throws is what the person reads.
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
        // Its options depend on the branch; the platform asks for them once a branch is chosen.
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
        // Both ends are instants as ISO text, which sorts as time does.
        const { min = "", max = "9999" } = filter.added ?? {};
        return books.filter(({ added }) => `${added}T00:00:00.000Z` >= min && added <= max);
      },
    }),
  }),
});

/** The name of the member, for whoever has the right PIN: this library's other calls do not ask for it. */
async function enter({ card, pin }: Readonly<Record<string, unknown>>): Promise<string> {
  // The PIN comes wrapped, so that it is not written down by accident.
  const name = pin instanceof Secret ? await signIn(String(card), pin.reveal()) : undefined;
  if (name !== undefined) return name;
  throw accountInvalid("Sign in to the library: card and PIN do not belong together, check both", {
    field: "pin",
  });
}
