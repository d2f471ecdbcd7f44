import { accountInvalid, defineConnector, id, number, text, token } from "@wellhead/sdk";

// The CRM that pages join with other connectors.

const accounts = [
  { id: "a1", name: "North & Co.", country: "Germany" },
  { id: "a2", name: "Lagos Trade", country: "France" },
];
const contacts = [
  { id: "c1", account_id: "a1", email: "ada@north.example" },
  { id: "c2", account_id: "a2", email: "bola@lagos.example" },
];

export default defineConnector({
  id: "crm",
  name: "CRM",
  version: "1.0.0",
  description: "Accounts and contacts",
  accounts: { token: token({ title: "Access token" }) },
  identify: async ({ account }) => {
    if (account.token.reveal() !== "5e55ab1e")
      throw accountInvalid("Could not sign in: the token is not known. Create another one.");
    return { name: "Ada" };
  },
  sources: (source) => ({
    accounts: source({
      name: "Accounts",
      fields: { id: id(), name: text(), country: text() },
      rows: () => accounts,
    }),
    contacts: source({
      name: "Contacts",
      fields: { id: id(), account_id: text(), email: text() },
      rows: () => contacts,
    }),
    deals: source({
      name: "Deals",
      fields: { id: id(), account_id: text(), worth: number() },
      rows: () => [{ id: "d1", account_id: "a1", worth: 1200 }],
    }),
  }),
});
