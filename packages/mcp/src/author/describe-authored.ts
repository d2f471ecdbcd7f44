import type { Field, Source } from "@wellhead/client";
import { z } from "zod";
import { fitItems } from "../answers/fit.js";
import type { Redactor } from "../secrets/redactor.js";
import { type AddTool, defineTool } from "../tools/define-tool.js";
import type { AuthorWorkspace } from "./author.js";
import { connectorInputs, openAuthored } from "./open-authored.js";

const fieldSchema = z.object({
  id: z.string(),
  title: z.string(),
  type: z.string(),
  required: z.boolean(),
  hasOptions: z.boolean().describe("Whether filter_options lists its values"),
  dependsOn: z.array(z.string()),
});
const sourceSchema = z.object({
  id: z.string(),
  title: z.string(),
  filters: z.array(fieldSchema),
  columns: z.array(z.string()).describe("Each column as id: type"),
});

/** `describe_connector`: the connector as it is loaded. */
export const describeAuthored: AddTool<AuthorWorkspace> = defineTool({
  name: "describe_connector",
  title: "Describe the connector",
  description:
    "Describes the connector as it is loaded now: how accounts are connected, its sources, their filters and columns, and what a data platform would complain about in the description.",
  input: z.strictObject({ connector: connectorInputs.connector }),
  output: z.object({
    id: z.string(),
    title: z.string(),
    accounts: z.array(z.object({ kind: z.string(), title: z.string(), fields: z.array(fieldSchema) })),
    sources: z.array(sourceSchema),
    sourceCount: z.number(),
    synchronizes: z.boolean().describe("Whether it can be read in increments"),
    remarks: z.array(z.string()).describe("Problems of the description"),
  }),
  run: async (args, { workspace, signal }) => {
    const { redactor, maxAnswerBytes } = workspace;
    const { application } = await openAuthored(workspace, args, signal);
    const accounts = application.accountKinds.map(({ id, name, fields }) => ({
      kind: id,
      title: redactor.cut(name, 100),
      fields: fields.map((field) => describeField(field, redactor)),
    }));
    const sources = application.sources.map((source) => describe(source, redactor));
    return {
      id: application.id,
      title: redactor.cut(application.name, 100),
      accounts: [...fitItems(accounts, maxAnswerBytes / 4)],
      sources: [...fitItems(sources, maxAnswerBytes / 2)],
      sourceCount: sources.length,
      synchronizes: application.synchronizes,
      remarks: [
        ...fitItems(
          application.remarks.map((remark) => redactor.cut(remark, 300)),
          maxAnswerBytes / 8,
        ),
      ],
    };
  },
});

function describe({ id, name, filter, columns = [] }: Source, redactor: Redactor) {
  return {
    id,
    title: redactor.cut(name, 100),
    filters: filter.map((field) => describeField(field, redactor)),
    columns: columns.map((column) => redactor.cut(`${column.id}: ${column.type || "not declared"}`, 100)),
  };
}

function describeField(field: Field, redactor: Redactor) {
  const { id, title, type, required, hasDatalist, options, dependsOn } = field;
  return {
    id,
    title: redactor.cut(title, 100),
    type,
    required,
    hasOptions: hasDatalist || options.length > 0,
    dependsOn: [...dependsOn],
  };
}
