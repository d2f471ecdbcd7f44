import { type AccountConfig, type AccountTexts, readAccountConfig } from "./account-config.js";
import { type PagingConfig, readPagingConfig } from "./paging-config.js";
import {
  configFault,
  objectOf,
  type ReadValue,
  readCount,
  readNumber,
  readText,
  recordOf,
} from "./read-value.js";
import { readSourceConfig, type SourceConfig } from "./source-config.js";

/** A JSON, NDJSON or CSV API as a connector: the content of `api.json`. */
export interface RestConfig {
  readonly id: string;
  readonly name: string;
  readonly version?: string;
  readonly description?: string;
  readonly site?: string;
  readonly color?: string;
  /** Address that all paths are relative to. */
  readonly baseUrl: string;
  /** Headers of every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** How the API knows who asks. Default: it does not ask. */
  readonly account?: AccountConfig & AccountTexts;
  /** Endpoint that works with a good account only, and where in its answer the account's name stands. */
  readonly check?: { readonly path: string; readonly name?: string };
  /** How lists are paged unless a source says otherwise. */
  readonly paging?: PagingConfig;
  /** Limit of the API per account. */
  readonly rate?: RateConfig;
  readonly sources: Readonly<Record<string, SourceConfig>>;
}

/** Limits of an API per account: requests in so many seconds, requests under way at the same time, or both. */
interface RateConfig {
  readonly requests?: number;
  readonly seconds?: number;
  readonly maxConcurrent?: number;
}

const readPlainRate = objectOf({}, { requests: readCount, seconds: readNumber, maxConcurrent: readCount });

function readRate(value: unknown, path: string): RateConfig {
  const rate = readPlainRate(value, path);
  if ((rate.requests === undefined) !== (rate.seconds === undefined))
    throw configFault(path, "found one of requests and seconds, wanted both");
  if (rate.requests === undefined && rate.maxConcurrent === undefined)
    throw configFault(path, "found no limit, wanted requests and seconds, or maxConcurrent");
  return rate;
}

const readPlain: ReadValue<RestConfig> = objectOf(
  { id: readText, name: readText, baseUrl: readBaseUrl, sources: recordOf(readSourceConfig) },
  {
    version: readText,
    description: readText,
    site: readText,
    color: readText,
    headers: recordOf(readText),
    account: readAccountConfig,
    check: objectOf({ path: readText }, { name: readText }),
    paging: readPagingConfig,
    rate: readRate,
  },
);

/**
 * Checks a configuration.
 *
 * @param value - Parsed JSON
 * @returns The configuration
 * @throws TypeError naming the first fault, where it stands and what was wanted
 */
export function readRestConfig(value: unknown): RestConfig {
  const config = readPlain(value, "");
  if (Object.keys(config.sources).length === 0)
    throw configFault("sources", "found none, wanted at least one");
  return config;
}

function readBaseUrl(value: unknown, path: string): string {
  const text = readText(value, path);
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw configFault(path, `found "${text}", wanted an address such as https://api.example.org/v1`);
}
