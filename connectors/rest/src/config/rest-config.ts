import { type AccountConfig, type AccountTexts, readAccountConfig } from "./account-config.js";
import { type PagingConfig, readPagingConfig } from "./paging-config.js";
import { readSourceConfig } from "./read-source.js";
import { readHeaderName, readHeaderValue, readPath, readRequestPath } from "./read-text.js";
import {
  configFault,
  objectOf,
  type ReadValue,
  readCount,
  readPositive,
  readText,
  recordOf,
} from "./read-value.js";
import type { SourceConfig } from "./source-config.js";

/** A JSON, NDJSON or CSV API as a connector: the content of `api.json`. */
export interface RestConfig {
  /** Path or URL of the JSON Schema, for editors. It is not read. */
  readonly $schema?: string;
  readonly id: string;
  readonly name: string;
  readonly version?: string;
  readonly description?: string;
  readonly site?: string;
  readonly color?: string;
  /** Base URL to which all paths are relative. */
  readonly baseUrl: string;
  /** Headers of every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** How the API authenticates callers. Default: no authentication. */
  readonly account?: AccountConfig & AccountTexts;
  /** Endpoint that works only with a valid account, and the path of the account's name in its response. */
  readonly check?: { readonly path: string; readonly name?: string };
  /** Paging of lists, unless a source has its own. */
  readonly paging?: PagingConfig;
  /** Limit of the API per account. */
  readonly rate?: RateConfig;
  readonly sources: Readonly<Record<string, SourceConfig>>;
}

/** Limits of an API per account: requests in a number of seconds, concurrent requests, or both. */
interface RateConfig {
  readonly requests?: number;
  readonly seconds?: number;
  readonly maxConcurrent?: number;
}

const readPlainRate = objectOf({}, { requests: readCount, seconds: readPositive, maxConcurrent: readCount });

function readRate(value: unknown, path: string): RateConfig {
  const rate = readPlainRate(value, path);
  if ((rate.requests === undefined) !== (rate.seconds === undefined))
    throw configFault(path, "expected both requests and seconds, got one of them");
  if (rate.requests === undefined && rate.maxConcurrent === undefined)
    throw configFault(path, "expected requests and seconds, or maxConcurrent, got neither");
  return rate;
}

const readPlain: ReadValue<RestConfig> = objectOf(
  { id: readText, name: readText, baseUrl: readBaseUrl, sources: recordOf(readSourceConfig) },
  {
    $schema: readText,
    version: readText,
    description: readText,
    site: readText,
    color: readText,
    headers: readHeaders,
    account: readAccountConfig,
    check: objectOf({ path: readRequestPath }, { name: readPath }),
    paging: readPagingConfig,
    rate: readRate,
  },
);

/**
 * Checks a configuration.
 *
 * @param value - Parsed JSON
 * @returns The configuration
 * @throws TypeError naming the first error, its path and what was expected
 */
export function readRestConfig(value: unknown): RestConfig {
  const config = readPlain(value, "");
  if (Object.keys(config.sources).length === 0)
    throw configFault("sources", "expected at least one, got none");
  return config;
}

function readHeaders(value: unknown, path: string): Readonly<Record<string, string>> {
  const headers = recordOf(readHeaderValue)(value, path);
  for (const name of Object.keys(headers)) readHeaderName(name, path);
  return headers;
}

function readBaseUrl(value: unknown, path: string): string {
  const text = readText(value, path);
  if (URL.canParse(text) && /^https?:\/\/[^/@\s?#]+(?:\/[^@\s?#]*)?$/i.test(text)) return text;
  throw configFault(path, `expected an address such as https://api.example.org/v1, got "${text}"`);
}
