import type { CommandOption } from "../command.js";

/** The options of every command that calls a service which may require callers to authenticate. */
export const callerOptions: Readonly<Record<string, CommandOption>> = {
  "token-file": {
    value: "file",
    description: "File with the bearer token of the caller, for a service that requires one",
  },
  header: {
    value: "name: value",
    several: true,
    description: "Header to send with every request, such as credentials of a proxy",
  },
};
