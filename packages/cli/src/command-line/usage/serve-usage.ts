import type { CommandOption, CommandUsage } from "../command.js";

/** Connectors that are served by their name, because each caller brings an account. */
export const accountConnectors = [
  "airtable",
  "clickhouse",
  "github",
  "google-sheets",
  "hubspot",
  "jira",
  "mysql",
  "notion",
  "postgres",
  "stripe",
  "trello",
  "trino",
] as const;

/** Connectors that are served by their name followed by the path of their data. */
export const pathConnectors = ["sqlite"] as const;

/** Connectors that are served by their name, a colon and an address, such as `odata:https://services.example/v4`. */
export const addressConnectors = ["graphql", "odata"] as const;

/** Protocols of programs that are served as connectors: their name, a colon and the path of a file, such as `airbyte:./faker.json`. */
export const bridgeConnectors = ["airbyte", "singer"] as const;

/** Minimum levels of the lines a service logs. */
export const logLevels = ["info", "warn", "error", "silent"] as const;

/** The options of `wellhead serve` that control who may call. */
const entranceOptions: Readonly<Record<string, CommandOption>> = {
  insecure: { description: "Let everybody who reaches the address call; default: WELLHEAD_INSECURE" },
  tokens: {
    value: "file",
    description: "File with bearer tokens of callers, one per line; default: WELLHEAD_TOKENS_FILE",
  },
  "signing-keys": {
    value: "file",
    description:
      "File with keys of signed requests, one id=secret per line; default: WELLHEAD_SIGNING_KEYS_FILE",
  },
  "allow-address": {
    value: "block",
    several: true,
    description: "Address or block that may call, such as 10.1.0.0/16; default: WELLHEAD_CALLERS",
  },
  "trust-proxy": {
    value: "block",
    several: true,
    description: "Address or block of proxies whose X-Forwarded-For is trusted; default: WELLHEAD_PROXIES",
  },
  "allow-host": {
    value: "name",
    several: true,
    description: "Host name the service is called under; default: WELLHEAD_HOSTS, else this machine's names",
  },
  "tls-cert": { value: "file", description: "Certificate chain, PEM; default: WELLHEAD_TLS_CERT" },
  "tls-key": { value: "file", description: "Key of the certificate, PEM; default: WELLHEAD_TLS_KEY" },
  "client-ca": {
    value: "file",
    description: "Authorities of callers' certificates, PEM; default: WELLHEAD_TLS_CLIENT_CA",
  },
};

/** The command line of `wellhead serve`. */
export const serveUsage: CommandUsage = {
  name: "serve",
  summary: "Serve files, folders and connectors over HTTP",
  operands: "[path …]",
  operandCount: [0, Number.POSITIVE_INFINITY],
  operandWords: [...accountConnectors, ...pathConnectors],
  description: [
    "A folder or a data file (.csv .tsv .json .ndjson .jsonl .parquet .xlsx) is served as it is: every file is a\nsource. So is every object of a bucket such as s3://bucket/prefix, gs://bucket or az://container. A SQLite file\nis served with its tables, a module (.ts .js .mjs) as the connector it exports as its default, a JSON file with\nbaseUrl as the API it describes. Without a path, wellhead.config.ts in this folder says what to serve.",
    `Served by name, for everybody to bring an account:\n${accountConnectors.join(", ")}.\nThe name ${pathConnectors.join(", ")} is followed by a folder or file, ${addressConnectors.join(" and ")} by a colon and an address.`,
    "A program on this machine that speaks the protocol of Airbyte or Singer is served by airbyte: or singer: and the path of\na file that names its command. It runs with the rights of the service, and reaches the network on its own.",
    "One connector is served at / and /<id>/. Several are served at /<id>/, with a list of them at /. The log goes to\nstandard error. SIGTERM and SIGINT stop the service after the requests in progress.",
  ],
  options: {
    port: { value: "port", short: "p", description: "Port, 0 for a free one; default: PORT, else 8642" },
    host: { value: "host", description: "Interface to listen on; default: HOST, else 127.0.0.1" },
    config: {
      value: "file",
      short: "c",
      description: "Configuration file; default: wellhead.config.ts of this folder",
    },
    "admin-port": {
      value: "port",
      description: "Serve /live, /ready, /metrics, /activity and /top at this port; default: not served",
    },
    "max-files": {
      value: "count",
      description:
        "Maximum number of files of a folder that become sources; default: WELLHEAD_MAX_FILES, else 10000",
    },
    engine: {
      value: "url",
      description:
        "ClickHouse servers that read the files of folders and buckets, such as clickhouse://user:password@host:8443; default: WELLHEAD_ENGINE, else none",
    },
    allow: {
      value: "id=block",
      several: true,
      description:
        "Private address that one connector may reach, such as postgres=10.1.0.0/16:5432; default: WELLHEAD_ALLOW",
    },
    tape: {
      value: "file",
      description: "Answer from this tape, without a network or an account; see wellhead record",
    },
    isolate: { description: "Run each connector in its own process, so that none can stop the others" },
    ...entranceOptions,
    console: { description: "Serve the console at /console/ even in production or on another interface" },
    "no-console": {
      description: "Do not serve the console; default: served on this machine, not in production",
    },
    "log-level": {
      value: "level",
      values: logLevels,
      description: "Minimum level of the log; default: warn on a screen, else info",
    },
  },
  examples: [
    { line: "wellhead serve ./my-folder", does: "Every data file of a folder" },
    { line: "wellhead serve s3://my-bucket/sales", does: "Every data file of a bucket" },
    { line: "wellhead serve az://my-container/sales", does: "Every data file of a container of Azure" },
    { line: "wellhead serve moons.ts ./my-folder --port 9000", does: "A connector of your own beside it" },
    { line: "wellhead serve postgres", does: "Tables and queries of PostgreSQL databases" },
    { line: "wellhead serve github trello", does: "Both, each below its own path" },
    { line: "wellhead serve sqlite ./my-databases", does: "Tables and queries of SQLite files" },
    {
      line: "wellhead serve odata:https://services.example/odata/v4",
      does: "Entity sets of an OData service",
    },
    { line: "wellhead serve graphql:https://api.example/graphql", does: "Lists of a GraphQL API" },
    { line: "wellhead serve airbyte:./sources/faker.json", does: "Streams of a source of Airbyte" },
    { line: "wellhead serve singer:./taps/shop.json", does: "Streams of a Singer tap" },
    {
      line: "PORT=9000 HOST=0.0.0.0 wellhead serve --tokens tokens --config service.config.ts",
      does: "A service for others",
    },
  ],
};
