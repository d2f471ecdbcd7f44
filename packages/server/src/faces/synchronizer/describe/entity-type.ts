import { createHash } from "node:crypto";
import { type Changes, type Column, type Columns, ConnectorError, type Source } from "@wellhead/sdk";
import { authorContext } from "../../../request/account/author-context.js";
import type { RequestScope } from "../../../request/request-scope.js";
import {
  type FoundSource,
  keyOf,
  type OpenSource,
  readColumns,
} from "../../../request/source/open-source.js";
import type { RowsType } from "./describe-entity.js";

/** A type, including the parts that may depend on the account and the filter. */
export interface EntityType extends RowsType {
  readonly changes: Changes | undefined;
  /** Changes when the shape of the type changes. A position of another version may be between other rows. */
  readonly version: number;
}

/**
 * Reads columns, key and changes of a type.
 *
 * @param open - The source, the account and the filter
 * @param scope - The request's scope
 * @returns The type
 * @throws ConnectorError `invalid_field` when the rows have no key, and whatever the source throws
 */
export async function readType(open: OpenSource, scope: RequestScope): Promise<EntityType> {
  const { source, account, filter } = open;
  const own = (await readColumns(open, scope)) ?? {};
  const {
    key: declared,
    changes,
    columns: more,
  } = source.synchronization === undefined
    ? source
    : ((await scope.control.call({ action: "find the key of the rows" }, async () =>
        source.synchronization?.(authorContext(scope, account, { more: { filter } })),
      )) ?? {});
  const key = keyOf(own, declared);
  const columns = { ...own, ...more };
  if (key === undefined) {
    throw new ConnectorError(
      "invalid_field",
      `Could not synchronize "${open.id}": its rows have no key. Choose rows that have one, such as a table with a primary key, or let the connector declare "key".`,
      { field: "filter" },
    );
  }
  const rowColumns = { ...own, ...Object.fromEntries(Object.entries(more ?? {}).filter(isOfRows(own))) };
  return {
    columns,
    rowColumns,
    key,
    changes,
    version: versionOf({ columns, key, changes, filter: source.filter }),
  };
}

/** Keeps columns that rows have in addition to their own: a relation made of other columns is none. */
function isOfRows(own: Columns): (entry: readonly [string, Column]) => boolean {
  return ([id, { relation }]) =>
    !Object.hasOwn(own, id) && !(relation?.kind === "source" && relation.parts !== undefined);
}

/** Number of versions of the same release whose types have the same size; they differ in the shape of the types. */
const shapesPerSize = 2 ** 13;
/** Larger sizes do not let a version grow further. */
const maxSize = 1023;
const shapesPerRelease = (maxSize + 1) * shapesPerSize;

/**
 * Returns a number that grows with each release of the connector, and within a release with the number of types, columns
 * and filters, such as when an operator adds a table. It changes with any other change of their shape, except one in 8,192
 * on average. All replicas return the same number, without storing anything.
 *
 * @param release - Version of the connector, such as `1.4.0`; its first three numbers count, each below 1,000
 * @param sources - The sources that can be synchronized
 * @returns An integer from 0 below 2^53
 * @see The synchronizer contract, "a schema that changed"
 */
export function versionOfSources(release: string, sources: readonly FoundSource[]): number {
  const [major = 0, minor = 0, patch = 0] = (release.match(/\d+/g) ?? []).map((part) =>
    Math.min(Number(part), 999),
  );
  const released = (major * 1000 + minor) * 1000 + patch;
  const size = Math.min(sizeOf(sources), maxSize);
  return released * shapesPerRelease + size * shapesPerSize + (shapeOf(sources) % shapesPerSize);
}

/** Number of types, and of all their columns and filters. */
function sizeOf(sources: readonly FoundSource[]): number {
  const sizes = sources.map(
    ({ source }) => 1 + Object.keys(columnsOf(source)).length + Object.keys(source.filter).length,
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Columns that do not depend on the account. */
function columnsOf({ fields }: Source): Columns {
  return typeof fields === "object" ? fields : {};
}

function shapeOf(sources: readonly FoundSource[]): number {
  return digestOf(
    sources.map(({ id, source }) => [id, versionOf({ ...source, columns: columnsOf(source) })]),
  );
}

/** The data that a version is computed from. */
interface Shape extends Pick<Source, "filter" | "key"> {
  readonly columns: Columns;
  readonly changes?: Changes | undefined;
}

function versionOf(type: Shape): number {
  const columns = Object.entries(type.columns).map(([id, { column, subType }]) => [id, column, subType]);
  const form = Object.entries(type.filter).map(([id, field]) => [id, field.type]);
  return digestOf([columns, type.key, type.changes, form]);
}

function digestOf(value: unknown): number {
  return createHash("sha256").update(JSON.stringify(value)).digest().readUIntBE(0, 6);
}
