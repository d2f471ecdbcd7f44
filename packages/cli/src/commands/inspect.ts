import type { Arguments } from "../command/arguments.js";
import type { Command } from "../command/command.js";
import type { ExitName } from "../command/exit-codes.js";
import { findEndpoints } from "../inspect/find-endpoints.js";
import { explainNoSources, formatApplication } from "../inspect/format-application.js";
import { callerOptions, readCallerHeaders } from "../remote/caller-headers.js";
import { askWith, connect, readAddress } from "../remote/connect.js";
import { makePaint } from "../terminal/paint.js";
import type { Terminal } from "../terminal/terminal.js";
import { write } from "../terminal/write.js";

/** `wellhead inspect`: shows what any connector offers. */
export const inspect: Command = {
  name: "inspect",
  summary: "Show what a connector offers",
  operands: "<url>",
  operandCount: [1, 1],
  description: [
    "Works on every connector of the contract, in any language. It sends one request without an account to each\nendpoint that the description announces, and lists the endpoints that respond.",
  ],
  options: {
    json: { description: "Print one JSON object: address, endpoints, and GET / as received" },
    ...callerOptions,
  },
  examples: [
    {
      line: "wellhead inspect http://127.0.0.1:8642",
      does: "Accounts, sources, filters, columns, endpoints",
    },
    {
      line: "wellhead inspect http://127.0.0.1:8642 --json | jq '.application.sources[].id'",
      does: "For programs",
    },
  ],
  run,
};

async function run(commandLine: Arguments, terminal: Terminal): Promise<ExitName> {
  const base = readAddress(commandLine.operands[0] ?? "");
  const headers = await readCallerHeaders(commandLine, terminal);
  const connector = connect(base, headers);
  const application = await connector.describe();
  const endpoints = await findEndpoints({ connector, application, ask: askWith(connector.base, headers) });
  if (commandLine.has("json")) {
    const noSources = explainNoSources(application);
    const result = {
      address: base.href,
      ...(noSources !== undefined && { noSources }),
      endpoints: endpoints.map(({ name, method, path }) => ({ name, method, path })),
      application: application.raw,
    };
    await write(terminal.stdout, `${JSON.stringify(result, null, 2)}\n`);
    return "success";
  }
  const paint = makePaint(terminal, terminal.stdout);
  await write(terminal.stdout, formatApplication({ address: base.href, application, endpoints, paint }));
  return "success";
}
