import { z } from "zod";
import { fitItems } from "../answers/fit.js";
import type { AddTool } from "../tools/define-tool.js";
import { defineTool } from "../tools/define-tool.js";
import type { AuthorWorkspace, FileFault, RowsChange } from "./author.js";
import { shownRemarks } from "./list-remarks.js";

const faultSchema = z.object({
  message: z.string(),
  place: z.string().describe("File, line and column; empty when it is not known"),
  code: z.array(z.string()).describe("The lines around it"),
  page: z.string().describe("Page about it, for open_doc; empty when there is none"),
});
const rowsSchema = z.object({
  connector: z.string(),
  source: z.string(),
  problem: z.string().describe("Why rows could not be compared; empty when they were"),
  before: z.number().nullable().describe("Rows before the save; null: not compared"),
  after: z.number().nullable(),
  addedColumns: z.array(z.string()),
  removedColumns: z.array(z.string()),
  added: z.array(z.string()).describe("Ids or positions of rows that are new"),
  removed: z.array(z.string()).describe("Ids or positions of rows that are gone"),
  changedCount: z.number().describe("Number of cells that changed"),
  changed: z.array(z.object({ row: z.string(), column: z.string(), before: z.string(), after: z.string() })),
  remarks: z.array(z.string()),
});

/** `create_project`: a connector to start from. */
export const createProject: AddTool<AuthorWorkspace> = defineTool({
  name: "create_project",
  title: "Create a project",
  description:
    "Writes a project with a connector, a test and a tape into the folder. It replaces no file. Afterwards, run npm install in the folder, or ask the person to.",
  annotations: { readOnlyHint: false, idempotentHint: false, openWorldHint: false },
  input: z.strictObject({
    kind: z
      .enum(["rest", "oauth2", "database", "files", "code"])
      .describe("What the connector reads: rest is an API with a token, oauth2 one that people sign in to"),
    name: z.string().describe("Id of the connector: lower-case letters, digits and hyphens"),
    from: z
      .string()
      .optional()
      .describe(
        "Path of a file in the folder that the connector is created from: an OpenAPI document, a Postman collection, a HAR recording, an Airbyte manifest or a dlt configuration; an example API when omitted",
      ),
  }),
  output: z.object({ files: z.array(z.string()) }),
  run: async ({ kind, name, from }, { workspace: { author } }) => ({
    files: [...(await author.createProject({ kind, name, from }))],
  }),
});

/** Maximum number of faults, rows and cells that are listed. */
const maxListed = 20;

/** `check_files`: whether the files load and their types fit, and what a save has changed. */
export const checkFiles: AddTool<AuthorWorkspace> = defineTool({
  name: "check_files",
  title: "Load and check the files",
  description:
    "Loads the files as they are on the disk now and checks their types. Call it after every change. Reports each fault with file, line and column, and how the rows of the last preview_rows differ from those before the save.",
  input: z.strictObject({}),
  output: z.object({
    loaded: z.boolean().describe("Whether these files are served"),
    revision: z.number().describe("The revision that is served; 0 for none"),
    loadedAt: z.string(),
    ms: z.number().describe("Milliseconds from the save until it was served"),
    connectors: z.array(z.string()).describe("Ids of the connectors"),
    loadFault: faultSchema.nullable(),
    typeFaults: z.array(faultSchema),
    typeFaultCount: z.number().nullable().describe("Null when types could not be checked"),
    typesUnchecked: z.string().describe("Why types could not be checked, or not all; empty when they were"),
    difference: rowsSchema.nullable().describe("Null before a preview and a save"),
  }),
  run: async (_args, { workspace }) => {
    const { author, maxAnswerBytes } = workspace;
    const loaded = await author.load("checked");
    const faults = loaded.typeFaults.map((fault) => shown(fault, workspace));
    return {
      loaded: loaded.fault === undefined && loaded.revision > 0,
      revision: loaded.revision,
      loadedAt: loaded.loadedAt,
      ms: loaded.ms,
      connectors: loaded.connectors.map(({ id }) => id),
      loadFault: loaded.fault === undefined ? null : shown(loaded.fault, workspace),
      typeFaults: [...fitItems(faults.slice(0, maxListed), maxAnswerBytes / 4)],
      typeFaultCount: loaded.unchecked !== undefined && faults.length === 0 ? null : faults.length,
      typesUnchecked:
        loaded.unchecked === undefined ? "" : `Types could not be checked completely: ${loaded.unchecked}.`,
      difference: loaded.difference === undefined ? null : shownRows(loaded.difference, workspace),
    };
  },
});

function shown({ message, code, ...fault }: FileFault, { redactor }: AuthorWorkspace) {
  const { place, page } = fault;
  return {
    message: redactor.cutMiddle(message, 1200),
    place,
    code: code.map((line) => redactor.cut(line, 160)),
    page,
  };
}

function shownRows({ connector, source, rows, remarks }: RowsChange, workspace: AuthorWorkspace) {
  const { redactor, maxAnswerBytes } = workspace;
  const problem = typeof rows === "string" ? redactor.cut(rows, 600) : "";
  const { before, after, addedColumns, removedColumns, added, removed, changed } =
    typeof rows === "string" ? noRows : rows;
  const first = (texts: readonly string[]) => [
    ...fitItems(
      texts.slice(0, maxListed).map((text) => redactor.cut(text, 80)),
      maxAnswerBytes / 32,
    ),
  ];
  const cells = changed.slice(0, maxListed).map((cell) => ({
    row: redactor.cut(cell.row, 80),
    column: redactor.cut(cell.column, 80),
    before: redactor.cut(cell.before, 120),
    after: redactor.cut(cell.after, 120),
  }));
  return {
    connector,
    source,
    problem,
    before,
    after,
    addedColumns: first(addedColumns),
    removedColumns: first(removedColumns),
    added: first(added),
    removed: first(removed),
    changedCount: changed.length,
    changed: [...fitItems(cells, maxAnswerBytes / 8)],
    remarks: shownRemarks(remarks, workspace),
  };
}

const noRows = {
  before: null,
  after: null,
  addedColumns: [],
  removedColumns: [],
  added: [],
  removed: [],
  changed: [],
};
