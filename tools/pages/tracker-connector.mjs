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
    checkToken(account);
    return { name: "Ada" };
  },
  sources: (source) => ({
    project: source({
      name: "Projects",
      fields: { id: id(), name: text() },
      rows: ({ account }) => {
        checkToken(account);
        return projects;
      },
    }),
    issue: source({
      name: "Issues",
      fields: {
        id: id(),
        title: text(),
        project: relation({ to: "project", name: "Project", reverse: "Issues" }),
        updated: date(),
      },
      changes: { by: "updated" },
      rows: ({ account }) => {
        checkToken(account);
        return issues;
      },
    }),
  }),
});

/** @param {{ token: import("@wellhead/sdk").Secret }} account An account. */
function checkToken({ token: given }) {
  if (given.reveal() !== "5e55ab1e")
    throw accountInvalid("Could not sign in: the token is not known. Create another one.");
}
