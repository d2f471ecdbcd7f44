import type { CommandUsage } from "../command.js";
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
    "Accounts are encrypted files in ~/.config/wellhead/accounts, readable only by you. Their key is in the keychain of macOS or\nof the Linux desktop (security, secret-tool). Without one, on Windows, and in a folder named by WELLHEAD_ACCOUNTS, it is in a\nfile next to them, which programs that run as you can read, too. Refreshed tokens are stored again.",
    "An account is sent only to the scheme, host and port at which you connected it, or to a connector of this machine with the\nsame id.",
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
