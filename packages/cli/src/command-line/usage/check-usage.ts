import type { CommandUsage } from "../command.js";
import { callerOptions } from "./caller-options.js";

/** Generations of the interface that a check can judge. */
export const profiles = ["interface", "v1", "v2", "v3", "all"] as const;

/** The command line of `wellhead check`. */
export const checkUsage: CommandUsage = {
  name: "check",
  summary: "Judge a connector against the interface",
  operands: "<url>",
  operandCount: [1, 1],
  description: [
    "Works on every connector, in any language and of either public generation. Every requirement is listed in\ndocs/is-my-connector-right.md with its reason and its fix.",
    "It changes nothing. It sends a bounded number of requests, one at a time by default. Without an account it\njudges only what needs none. Exit code 0: nothing failed; 10: something failed; 6: not a connector.",
  ],
  options: {
    profile: {
      value: "profile",
      values: profiles,
      description: "Generation to judge; default: the one that is detected",
    },
    account: {
      value: "file",
      description:
        "Name of an account of wellhead login, which implies --read-only, or a JSON file with a flat account",
    },
    source: { value: "id", description: "Source to judge; default: the first that can be read" },
    filter: {
      value: "name=value",
      short: "f",
      several: true,
      description: "A filter; the value is JSON or text",
    },
    failing: { value: "source", description: "Source known to fail midway, to judge how failures end" },
    previous: { value: "file", description: "GET / of an earlier version, to judge compatibility" },
    only: { value: "name", several: true, description: "Area or requirement to judge; default: all" },
    callback: { value: "url", description: "Callback address the connector accepts" },
    "oauth-provider": {
      value: "port",
      description: "Start an OAuth provider at this port, for a connector that is configured to use it",
    },
    "read-only": { description: "Skip requests that could use up a refresh token or start an account setup" },
    strict: { description: "Count a requirement that needs a missing option as a failure" },
    "fail-on-warning": { description: "Count warnings as failures" },
    concurrency: {
      value: "requests",
      description: "Number of requests at the same time; default: 1, and 8 for a slow connector",
    },
    rate: {
      value: "requests",
      description: "Maximum number of requests per second; default: the rate that the connector states",
    },
    budget: { value: "requests", description: "Maximum number of requests; default: 1000" },
    timeout: { value: "ms", description: "Maximum time to wait for one response; default: 10000" },
    all: { description: "List requirements that are met or do not apply too" },
    json: { description: "Print the report as JSON" },
    output: {
      value: "file",
      short: "o",
      several: true,
      description: "Write a report: .json, .xml (JUnit), .html, .sarif, .github or .svg",
    },
    ...callerOptions,
    compare: { value: "file", description: "Earlier JSON report; shows what changed since" },
  },
  examples: [
    { line: "wellhead check http://127.0.0.1:8642", does: "Check everything that needs no account" },
    {
      line: "wellhead check https://connector.example --account account.json -o report.html",
      does: "In depth",
    },
    { line: "wellhead check http://127.0.0.1:8642 --only streaming --only formats", does: "Two areas" },
  ],
};
