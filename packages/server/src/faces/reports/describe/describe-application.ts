import type { AccountKindDescription, ApplicationResponse, SourceDescription } from "@wellhead/contract";
import type { ActionDescription } from "@wellhead/contract/synchronizer";
import { aliases, emitAlias } from "@wellhead/contract/vocabulary";
import type { AccountKind, Action, Connector, Source } from "@wellhead/sdk";
import { titleOf } from "../../../form/read-form.js";
import { synchronizedSources } from "../../../source/find-source.js";
import { describeFields } from "../../members/describe-field.js";
import { describeColumns } from "./describe-columns.js";

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
