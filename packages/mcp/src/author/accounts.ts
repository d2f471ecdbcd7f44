import { z } from "zod";
import { fitItems } from "../answers/fit.js";
import { ToolError } from "../errors/tool-error.js";
import { type AddTool, defineTool } from "../tools/define-tool.js";
import type { AuthorWorkspace } from "./author.js";
import { chooseConnector, connectorInputs, openAuthored, validAccount } from "./open-authored.js";

/** `list_accounts`: names of accounts, never their contents. */
export const listAccounts: AddTool<AuthorWorkspace> = defineTool({
  name: "list_accounts",
  title: "List the connected accounts",
  description:
    "Lists the names of the accounts that the person has connected with wellhead login. No tool shows a secret: never ask for one. If there is none, ask the person to run the command in the answer in a terminal.",
  input: z.strictObject({ connector: connectorInputs.connector }),
  output: z.object({
    accounts: z.array(z.string()),
    hasDefault: z.boolean().describe("Whether tools use an account when none is named"),
    connect: z.string().describe("The command that connects another"),
  }),
  run: async ({ connector }, { workspace: { author, maxAnswerBytes } }) => {
    const { id } = chooseConnector(await author.load("unchecked"), connector);
    return {
      accounts: [...fitItems(await author.accountNames(id), maxAnswerBytes / 2)],
      hasDefault: author.account(id, undefined) !== undefined,
      connect: "npx wellhead login <name> connector.ts",
    };
  },
});

/** `validate_account`: whether the upstream accepts an account. */
export const validateAccount: AddTool<AuthorWorkspace> = defineTool({
  name: "validate_account",
  title: "Validate an account",
  description:
    "Sends the account to the connector, which asks the upstream whether it works and whose it is, and renews its tokens. Secrets stay here.",
  input: z.strictObject(connectorInputs),
  output: z.object({
    name: z.string().describe("Name of the account, as the connector shows it to people"),
    kind: z.string(),
    members: z.array(z.string()).describe("Names of the members of the account, without their values"),
    requestId: z.string().describe("For list_requests"),
  }),
  run: async (args, { workspace, signal }) => {
    const opened = await openAuthored(workspace, args, signal);
    const account = await validAccount(workspace, opened, { ...args, signal });
    if (account === undefined)
      throw new ToolError(
        "Could not validate an account: none is connected. Ask the person to run: npx wellhead login <name> connector.ts",
      );
    const { name = "", auth = "" } = account;
    return {
      name: workspace.redactor.cut(String(name), 200),
      kind: String(auth),
      members: [...fitItems(Object.keys(account), workspace.maxAnswerBytes / 2)],
      requestId: opened.requestId,
    };
  },
});
