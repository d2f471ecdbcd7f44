import type { CommandUsage } from "../command/command.js";
import { callerOptions } from "./caller-options.js";

/** The command line of `wellhead login`. */
export const loginUsage: CommandUsage = {
  name: "login",
  summary: "Connect an account, and keep it for other commands",
  operands: "<name> <connector> | list | remove <name>",
  operandCount: [1, 2],
  operandWords: ["list", "remove"],
  description: [
    "Asks for the members of the account, or signs in with OAuth in the browser, and has the connector check it. pull, sync,\nsql, mcp and check use it by its name: --account <name>. A connector is an address, or what wellhead serve takes.",
    "Accounts are encrypted with a key that is in a file next to them, readable only by you, in ~/.config/wellhead/accounts or\nthe folder of WELLHEAD_ACCOUNTS. Programs that run as you can read both. Refreshed tokens are stored again.",
  ],
  options: {
    kind: { value: "id", description: "Kind of account; default: the only one, else it is asked for" },
    field: {
      value: "id=value",
      several: true,
      description: "A member that is not secret, which is then not asked for",
    },
    port: {
      value: "port",
      short: "p",
      description: "Port of the callback address http://127.0.0.1:<port>/callback; default: a free one",
    },
    "no-browser": { description: "Only print the address for signing in" },
    config: { value: "file", description: "Configuration with the connector" },
    ...callerOptions,
  },
  examples: [
    { line: "wellhead login work github", does: "An account of a connector of this machine" },
    {
      line: "wellhead login crm https://connector.example/crm --kind oauth2 --port 8700",
      does: "OAuth, with a callback address that the provider knows",
    },
    { line: "wellhead pull https://connector.example/crm deals --account crm", does: "Use it" },
    { line: "wellhead login list", does: "Names, connectors and owners" },
  ],
};
