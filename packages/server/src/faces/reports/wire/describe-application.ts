import type {
  AccountKindDescription,
  ApplicationResponse,
  ColumnDescription,
  SourceDescription,
} from "@wellhead/contract";
import type { ActionDescription } from "@wellhead/contract/synchronizer";
import { aliases, columnTypes, emitAlias, streamErrorKey } from "@wellhead/contract/vocabulary";
import {
  type AccountKind,
  type Action,
  type Columns,
  type Connector,
  ConnectorError,
  type Source,
} from "@wellhead/sdk";
import { titleOf } from "../../../request/read-form.js";
import { synchronizedSources } from "../../../request/source/open-source.js";
import { describeFields } from "../../members/form-fields.js";

/**
 * Describes a connector in the form that GET / returns.
 *
 * @param connector - The connector
 * @param sources - Its current sources
 * @returns The response body of GET /
 * @see The connector contract, GET /
 */
export function describeApplication(
  connector: Connector,
  sources: ReadonlyMap<string, Source>,
): ApplicationResponse & { readonly actions?: readonly ActionDescription[] } {
  const actions = Object.entries(connector.actions ?? {});
  const { id, version, name, description, site, tags, color } = connector;
  return {
    id,
    version,
    name,
    description,
    authentication: [...connector.accounts].map(([kindId, kind]) => describeAccountKind(kindId, kind)),
    sources: [...sources].map(([sourceId, source]) => describeSource(sourceId, source)),
    ...(site !== undefined && emitAlias(aliases.site, site)),
    ...(tags !== undefined && { tags: [...tags] }),
    ...(color !== undefined && { color }),
    type: hasSchema(sources) ? "crunch" : "none",
    ...(connector.timezone !== undefined && { features: { timezone: true } }),
    responsibleFor: {
      dataProviding: true,
      userAuthentication: false,
      dataSynchronization: synchronizedSources(sources).length > 0,
      automations: actions.length > 0,
    },
    ...(actions.length > 0 && {
      actions: actions.map(([actionId, action]) => describeAction(actionId, action)),
    }),
  };
}

/**
 * Returns whether a connector supports POST /schema.
 *
 * @param sources - Sources of a connector
 * @returns Whether there is at least one source and every source knows its columns
 */
export function hasSchema(sources: ReadonlyMap<string, Source>): boolean {
  return sources.size > 0 && [...sources.values()].every((source) => source.fields !== undefined);
}

function describeAction(id: string, { name, description, args }: Action): ActionDescription {
  return {
    action: id,
    name,
    ...(description !== undefined && { description }),
    args: Object.entries(args).map(([argument, { title, description: sentence, multiline, templates }]) => ({
      id: argument,
      name: titleOf(argument, title),
      ...(sentence !== undefined && { description: sentence }),
      type: multiline === true ? "textarea" : "text",
      ...(templates === true && { textTemplateSupported: true }),
    })),
  };
}

function describeAccountKind(id: string, { name, description, fields }: AccountKind): AccountKindDescription {
  const described = describeFields(fields);
  return { id, name, description, ...(described.length > 0 && { fields: described }) };
}

function describeSource(id: string, source: Source): SourceDescription {
  const { name, description = "", tags, filter, fields } = source;
  return {
    id,
    name,
    description,
    ...(tags !== undefined && { tags: [...tags] }),
    ...(source.default !== undefined && { default: source.default }),
    ...(typeof fields === "object" && { fields: describeColumns(fields) }),
    filter: describeFields(filter),
  };
}

/**
 * Describes the columns of a source in the form that GET / and POST /schema return.
 *
 * @param columns - Columns by id, in order
 * @returns One member per column
 * @throws ConnectorError `internal` when the type of a column is not one of the contract's, or its id is reserved for
 * stream errors
 * @see The connector contract, POST /schema
 */
export function describeColumns(columns: Columns): Record<string, ColumnDescription> {
  return Object.fromEntries(
    Object.entries(columns).map(([id, column], order) => {
      const { title, description = "", ignore = false, readonly = false, column: type } = column;
      if (!columnTypes.includes(type) || id === streamErrorKey) {
        throw new ConnectorError(
          "internal",
          `Could not describe the column "${id}": expected the type of a column, got "${type}".`,
        );
      }
      return [id, { id, name: titleOf(id, title), description, type, ignore, readonly, order }];
    }),
  );
}
