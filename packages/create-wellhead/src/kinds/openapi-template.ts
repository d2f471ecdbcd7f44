import { importDocument } from "../import/import-document.js";
import { connectorText } from "../openapi/connector-text.js";
import { readOpenApi } from "../openapi/openapi-document.js";
import { type PlannedConnector, planConnector } from "../openapi/plan-connector.js";
import { type StandInRead, standInTape } from "../openapi/stand-in-tape.js";
import type { KindTemplate } from "../project-kind.js";

/**
 * Creates the template of a connector for the API that an OpenAPI document describes.
 *
 * @param origin - Path or address of the document
 * @param name - Name of the project
 * @returns The template
 * @throws Error when the document cannot be read, or lists nothing
 */
export async function openapiTemplate(origin: string, name: string): Promise<KindTemplate> {
  const document = await readOpenApi(origin, importDocument);
  const plan = planConnector(document);
  const { reads, tape } = standInTape(document, plan, name);
  const [read] = reads;
  return {
    title: `${plan.title}, as ${document.name} describes it`,
    packages: [],
    serve: "connector.ts --tape tape.json",
    account: plan.accounts.kinds[0]?.account ?? { auth: "none" },
    firstRead: { source: read?.source ?? "", ...(read?.filter && { filter: read.filter }) },
    files: () => ({
      "connector.ts": connectorText(plan, name),
      "connector.test.ts": testText(reads),
      "tape.json": `${JSON.stringify(tape, undefined, 2)}\n`,
      "not-carried-over.md": notCarriedOver(plan),
    }),
  };
}

/** Lists what a person has to add, or to decide against. */
function notCarriedOver({ origin, notCarriedOver: texts, leftOut }: PlannedConnector): string {
  const noLists = leftOut.map(
    (path) =>
      `${path}: it does not return a JSON list of objects. If it says whose account it is, read it in identify`,
  );
  const lines = [...texts, ...noLists];
  const list =
    lines.length === 0
      ? "Everything was carried over.\n"
      : lines.map((line) => `- ${inLine(line)}\n`).join("");
  return `# Not carried over from ${inLine(origin)}\n\nCheck each line against the documentation of the API, then delete it.\n\n${list}`;
}

function inLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").slice(0, 500);
}

function testText(reads: readonly StandInRead[]): string {
  const lines = reads.map((read) => `  ${JSON.stringify(read)},\n`).join("");
  return `import { readFile } from "node:fs/promises";
import { parseTape, replay, startConnector } from "@wellhead/testing";
import { expect, it } from "vitest";
import connector from "./connector.js";

// The tape was written from the schemas of the document. Record your own with wellhead record, then count its rows here.
const reads = [
${lines}];

it("reads every page of every list", async () => {
  const tape = parseTape(await readFile(new URL("tape.json", import.meta.url), "utf8"));
  const service = await startConnector(connector, { upstream: replay(tape), account: tape.account });
  for (const { source, count, ...read } of reads) {
    const { rows, verdict } = await service.rows(source, read);
    expect({ source, count: rows.length, ending: verdict.ending }).toEqual({ source, count, ending: "whole" });
  }
  // Fails if a page of the tape was left unread.
  await service.close();
});
`;
}
