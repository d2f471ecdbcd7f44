import type { EntityOption } from "@wellhead/contract/synchronizer";
import { entitySubTypes } from "@wellhead/contract/vocabulary";
import type { Column, Columns } from "../fields/field.js";
import { definitionFault, isColor, unknownName } from "./definition-fault.js";
import { parseDuration } from "./duration.js";
import type { Source, Sources } from "./source.js";

/** Throws the error for a fault at a path below the source. */
type Fail = (path: string, fault: string) => never;

/**
 * Checks what only a synchronizing platform uses: keys, changes, sub types, formats, options and relations. Columns that
 * are computed from an account exist only in a request and are not checked.
 *
 * @param connector - Id of the connector
 * @param sources - Sources by id
 * @throws TypeError naming the first fault
 * @see The synchronizer contract, POST schema
 */
export function checkSynchronization(connector: string, sources: Sources): void {
  for (const [id, source] of Object.entries(sources)) {
    const fail: Fail = (path, fault) => {
      throw definitionFault(connector, `sources.${id}.${path}`, fault);
    };
    checkChanges(source, fail);
    for (const field of source.sharedFilter ?? [])
      if (!Object.hasOwn(source.filter, field))
        fail("sharedFilter", unknownName("fields of the filter", field, Object.keys(source.filter)));
    if (typeof source.fields !== "object") continue;
    if (source.resource !== undefined && !Object.values(source.fields).some(isFileColumn))
      fail("resource", "expected a column of files, such as `file()`, got none");
    checkKey(source, source.fields, fail);
    for (const [columnId, column] of Object.entries(source.fields)) {
      const failColumn: Fail = (path, fault) => fail(`fields.${columnId}.${path}`, fault);
      checkSubType(column, failColumn);
      checkFormat(column, failColumn);
      checkRelation(column, sources, failColumn);
    }
  }
}

/**
 * @param column - A column
 * @returns Whether its values are files
 */
export function isFileColumn({ subType }: Column): boolean {
  return subType === "file" || subType === "avatar";
}

function checkChanges(source: Source, fail: Fail): void {
  const { changes, fields } = source;
  if (changes === undefined) {
    if (source.deleted !== undefined)
      fail("deleted", "expected `changes`, without which every run reads all rows");
    return;
  }
  for (const member of ["lookback", "fullEvery"] as const) {
    const duration = changes[member];
    if (duration !== undefined && parseDuration(duration) === undefined)
      fail(`changes.${member}`, `expected a duration such as "6 h", got "${duration}"`);
  }
  if (typeof fields === "object" && fields[changes.by]?.column !== "date") {
    const dates = Object.keys(fields).filter((id) => fields[id]?.column === "date");
    fail("changes.by", unknownName("a date column", changes.by, dates));
  }
}

function checkKey({ key, changes }: Source, columns: Columns, fail: Fail): void {
  for (const id of key ?? [])
    if (!Object.hasOwn(columns, id))
      fail("key", unknownName("columns of the source", id, Object.keys(columns)));
  if (key?.length === 0) fail("key", "expected at least one column, got none");
  const ids = Object.values(columns).filter(({ column }) => column === "id");
  if (changes !== undefined && key === undefined && ids.length !== 1)
    fail("key", `expected the columns that identify a row, because ${ids.length} columns are of type id`);
}

function checkSubType({ column, subType, selectOptions }: Column, fail: Fail): void {
  if (subType !== undefined) {
    const subTypes: Readonly<Record<string, readonly string[] | undefined>> = entitySubTypes;
    if (subTypes[column]?.includes(subType) !== true)
      fail("subType", `"${subType}" does not fit a column of type "${column}"`);
  }
  const selects = subType === "workflow" || subType === "single-select" || subType === "multi-select";
  if (!selects) {
    if (selectOptions !== undefined)
      fail("selectOptions", "expected a sub type that selects, such as workflow");
    return;
  }
  const names = (selectOptions ?? []).map(({ name }) => name);
  for (const [index, option] of (selectOptions ?? []).entries())
    checkOption(option, (path, fault) => fail(`selectOptions.${index}.${path}`, fault));
  if (new Set(names).size !== names.length)
    fail("selectOptions", "expected a different name for each option");
  if (subType !== "workflow") return;
  const defaults = selectOptions?.filter((option) => option.default === true) ?? [];
  if (defaults.length !== 1)
    fail("selectOptions", `expected one option with default: true, got ${defaults.length}`);
  if (selectOptions?.some(({ final }) => final === true) !== true)
    fail("selectOptions", "expected an option with final: true, got none");
}

function checkOption({ name, color }: EntityOption, fail: Fail): void {
  if (name === "") fail("name", "expected text, got nothing");
  if (color !== undefined && !isColor(color)) fail("color", `expected #RRGGBB, got "${color}"`);
}

function checkFormat({ format }: Column, fail: Fail): void {
  const { currencyCode, precision = 0 } = format ?? {};
  if (currencyCode !== undefined && !/^[A-Z]{3}$/.test(currencyCode))
    fail("format.currencyCode", `expected three capital letters such as "EUR", got "${currencyCode}"`);
  if (!Number.isInteger(precision) || precision < 0 || precision > 20)
    fail("format.precision", `expected a whole number from 0 to 20, got ${precision}`);
}

function checkRelation({ relation }: Column, sources: Sources, fail: Fail): void {
  if (relation?.kind !== "source") return;
  const target = sources[relation.to];
  if (target === undefined || !Object.hasOwn(sources, relation.to))
    fail("relation.to", unknownName("a source of this connector", relation.to, Object.keys(sources)));
  else if (typeof target.fields === "object" && relation.by !== undefined) {
    if (!Object.hasOwn(target.fields, relation.by))
      fail(
        "relation.by",
        unknownName(`a column of "${relation.to}"`, relation.by, Object.keys(target.fields)),
      );
  }
}
