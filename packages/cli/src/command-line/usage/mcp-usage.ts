import type { CommandUsage } from "../command.js";

/** The command line of `wellhead mcp`. */
export const mcpUsage: CommandUsage = {
  name: "mcp",
  summary: "Serve the rows of any connectors to language models",
  needs: ["@wellhead/mcp"],
  operands: "<connector …>",
  operandCount: [0, Number.POSITIVE_INFINITY],
  description: [
    "A Model Context Protocol server: tools to search and describe sources, list the options of filters, read rows,\nand run SQL over them. Everything is read only. A connector is an address, what wellhead serve takes, or its id in\nwellhead.config.ts; without one, all of that file are offered. Without name= it has the id that it reports itself.",
    "With --author, it serves whoever writes a connector in a folder, such as a coding agent, instead: tools to load and\ncheck the files, preview rows, see the requests, record and replay a tape, play faults, run the judge and read the\ndocumentation. The operand is the folder or the connector's file. Only that folder is written to.",
    "It serves the program that starts it over standard input and output, or with --http\nprograms that send its bearer token, over streamable HTTP. Accounts stay here: no message contains them.",
  ],
  options: {
    author: { description: "Serve the author of a connector in a folder, instead of the rows of connectors" },
    tape: {
      value: "file",
      description: "With --author, answer the connector from this tape, without a network or an account",
    },
    http: { value: "port", description: "Serve streamable HTTP at this port instead; 0 for a free one" },
    host: { value: "host", description: "Interface to listen on with --http; default: 127.0.0.1" },
    "server-token-file": {
      value: "file",
      description:
        "File with the bearer token that clients must present; required when others can reach the host; default: a new\none, which is printed",
    },
    "allow-host": {
      value: "name",
      several: true,
      description: "Another host name that clients use for this server",
    },
    config: {
      value: "file",
      description: "Configuration with the connectors, instead of wellhead.config.ts",
    },
    account: {
      value: "name=account",
      several: true,
      description:
        "Account of a connector: its name in wellhead login, a JSON file where refreshed tokens are written back, or\nenv:VARIABLE; with --author, without name=",
    },
    "no-validate": { description: "Use accounts as they are, without calling POST /validate first" },
    "token-file": {
      value: "name=file",
      several: true,
      description: "File with the bearer token of the caller, for a connector that requires one",
    },
    header: {
      value: "name=header",
      several: true,
      description: 'Header to send to a connector with every request: "tea=X-Key: value"',
    },
    "max-bytes": { value: "bytes", description: "Maximum size of a response; default: 16384" },
    "max-rows": { value: "rows", description: "Maximum rows that one query reads; default: 5000000" },
    "max-requests": {
      value: "count",
      description: "Maximum requests to connectors per hour; default: unlimited",
    },
    memory: { value: "MiB", description: "Maximum memory of one query; default: 512" },
    "time-limit": { value: "seconds", description: "Maximum time of one query; default: 600" },
  },
  examples: [
    { line: "wellhead mcp tea=http://127.0.0.1:8642", does: "For a client that starts the server itself" },
    {
      line: "wellhead mcp tea=http://127.0.0.1:8642 crm=https://crm.example --account crm=crm.json --http 8700",
      does: "Two connectors, over HTTP on this machine",
    },
    {
      line: "wellhead mcp ./my-folder github --account github=env:GITHUB_ACCOUNT",
      does: "Without a service",
    },
    { line: "wellhead mcp --author ./my-connector", does: "For the author of a connector" },
  ],
};
