import { readFile } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { type Connector, didYouMean } from "@wellhead/sdk";
import { Ajv, type ErrorObject } from "ajv";
import { type AirbyteOptions, airbyte } from "../airbyte/airbyte.js";
import { type SingerOptions, singer } from "../singer/singer.js";
import { withPathsIn } from "../tool/tool-runner.js";
import { airbyteFileSchema, singerFileSchema } from "./bridge-file-schema.js";

/** Protocol of a program that a file describes. */
export type BridgeKind = "airbyte" | "singer";

/** What a file may leave open. */
export interface LoadBridgeOptions {
  /** Id and name of the connector when the file states none. */
  readonly id: string;
}

const ajv = new Ajv({ allErrors: true, allowUnionTypes: true });
const validators = {
  airbyte: ajv.compile<AirbyteOptions & FileMembers>(airbyteFileSchema),
  singer: ajv.compile<SingerOptions & FileMembers>(singerFileSchema),
};

/** Members of a file that are not options. */
interface FileMembers {
  readonly $schema?: string;
}

/**
 * Makes the connector of a program that a JSON file describes. The file has the options of `airbyte()` or `singer()`, but
 * `config` may also be the path of another file.
 *
 * @param kind - Protocol of the program
 * @param path - Absolute path of the file
 * @param options - Id of the connector if the file has none
 * @returns The connector
 * @throws TypeError naming the first fault of the file
 * @throws ConnectorError when the program does not say which configuration it needs
 */
export async function loadBridge(
  kind: BridgeKind,
  path: string,
  { id }: LoadBridgeOptions,
): Promise<Connector> {
  const content = await readJson(path);
  const folder = dirname(path);
  const given =
    isRecord(content) && typeof content["config"] === "string"
      ? { ...content, config: await readJson(resolve(folder, content["config"])) }
      : content;
  if (kind === "airbyte") {
    const validate = validators.airbyte;
    if (!validate(given)) throw faultOf(path, given, validate.errors);
    const { $schema: _, ...members } = given;
    return airbyte(withPathsIn({ id, ...members }, folder));
  }
  const validate = validators.singer;
  if (!validate(given)) throw faultOf(path, given, validate.errors);
  const { $schema: _, ...members } = given;
  return singer(withPathsIn({ id, ...members }, folder));
}

async function readJson(path: string): Promise<unknown> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    const code = error instanceof Error && "code" in error ? String(error.code) : "an error";
    throw new TypeError(`Could not read "${basename(path)}": the file cannot be opened (${code}).`);
  });
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    return value;
  } catch {
    throw new TypeError(`Could not read "${basename(path)}": it is not valid JSON. Correct the file.`);
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Names the first fault. A misspelt member says more than the one that is missing because of it. */
function faultOf(path: string, given: unknown, errors: readonly ErrorObject[] | null | undefined): TypeError {
  const [first] = (errors ?? []).toSorted((a, b) => rankOf(a) - rankOf(b));
  const unknown: unknown = first?.params["additionalProperty"];
  const names = Object.keys(singerFileSchema.properties);
  const place = (first?.instancePath ?? "").slice(1).replaceAll("/", ".");
  const reason =
    typeof unknown === "string"
      ? `there is no "${[place, unknown].filter(Boolean).join(".")}".${didYouMean(unknown, names)}`
      : `${place === "" ? "it" : `"${place}"`} ${first?.message ?? "is not valid"}.`;
  const what = isRecord(given) ? "" : " Expected an object.";
  return new TypeError(`Could not read "${basename(path)}": ${reason}${what}`);
}

function rankOf({ keyword }: ErrorObject): number {
  return keyword === "additionalProperties" ? 0 : 1;
}
