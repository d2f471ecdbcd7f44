import { accountInvalid, date, defineConnector, id, relation, text, token } from "@wellhead/sdk";

// The tracker that pages synchronize.

const projects = [{ id: "engine", name: "Engine" }];
const issues = ["Starts", "Runs", "Stops"].map((title, index) => ({
  id: `i${index + 1}`,
  title,
  project: "engine",
  updated: `2026-03-0${index + 1}T10:00:00Z`,
}));

export default defineConnector({
  id: "tracker",
  name: "Tracker",
  version: "1.0.0",
  description: "Issues of projects",
  accounts: { token: token({ title: "Access token" }) },
  identify: async ({ account }) => {
    if (account.token.reveal() !== "5e55ab1e") throw accountInvalid("The token is not known");
    return { name: "Ada" };
  },
  sources: (source) => ({
    project: source({ name: "Projects", fields: { id: id(), name: text() }, rows: () => projects }),
    issue: source({
      name: "Issues",
      fields: {
        id: id(),
        title: text(),
        project: relation({ to: "project", name: "Project", reverse: "Issues" }),
        updated: date(),
      },
      changes: { by: "updated" },
      rows: () => issues,
    }),
  }),
});
