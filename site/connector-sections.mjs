/** @import { Connector, ConnectorSource, Field } from "@wellhead/sdk" */

/**
 * Writes what the definition of a connector declares: its account forms, its request limits, and its sources with their
 * filters and columns.
 *
 * @param {Connector} connector The connector.
 * @returns {Promise<string>} Markdown sections of level 2.
 */
export async function connectorSections(connector) {
  const sources = [...(await connector.sources())];
  const paragraphs = [
    "## Account forms",
    ...[...connector.accounts].flatMap(([id, account]) => [
      `### ${account.name ?? id} {#account-${id}}`,
      sentence(account.description),
      fieldTable(Object.entries(account.fields ?? {})),
    ]),
    "## Request limits",
    limits(connector.http?.rate),
    "## Sources and columns",
    sources.length === 0 ? "The sources depend on the account." : "",
    ...sources.flatMap(([id, source]) => sourceSection(id, source)),
  ];
  return `${paragraphs.filter((paragraph) => paragraph !== "").join("\n\n")}\n`;
}

/**
 * @param {string} id Id of the source.
 * @param {ConnectorSource} source The source.
 * @returns {string[]} Paragraphs.
 */
function sourceSection(id, source) {
  const { filter = {}, fields } = source;
  const filters = typeof filter === "object" ? Object.entries(filter) : [];
  const columns = typeof fields === "object" ? Object.entries(fields) : [];
  return [
    `### ${source.name} {#source-${id}}`,
    `Source \`${id}\`. ${sentence(source.description)}`.trimEnd(),
    typeof filter === "object" ? "" : "The filter depends on the account.",
    filters.length === 0 ? "" : `**Filter**\n\n${fieldTable(filters)}`,
    columns.length === 0
      ? "The columns depend on the account or on the filter."
      : `**Columns**\n\n${table(
          ["column", "type", "description"],
          columns.map(([name, field]) => [
            `\`${name}\``,
            String(field.column ?? field.type),
            sentence(field.description),
          ]),
        )}`,
  ];
}

/**
 * @param {readonly (readonly [string, Field])[]} fields Fields of a form.
 * @returns {string} A table of those that take a value; empty when there are none.
 */
function fieldTable(fields) {
  const inputs = fields.filter(([, { type }]) => type !== "link");
  if (inputs.length === 0) return "";
  return table(
    ["field", "title", "type", "required", "description"],
    inputs.map(([id, field]) => [
      `\`${id}\``,
      field.title ?? "",
      field.type ?? "",
      field.optional === true ? "no" : "yes",
      sentence(field.description),
    ]),
  );
}

/**
 * @param {unknown} rate The limits of a definition.
 * @returns {string} A line for each.
 */
function limits(rate) {
  const list = [rate].flat().filter((one) => typeof one === "object" && one !== null);
  const stated = "The limits that the service states in its responses are obeyed.";
  if (list.length === 0) return `The connector declares no limits of its own. ${stated}`;
  const lines = list.map((one) => {
    const { requests, seconds, maxConcurrent } = Object(one);
    return maxConcurrent === undefined
      ? `- At most ${requests} ${requests === 1 ? "request" : "requests"} per ${seconds === 1 ? "second" : `${seconds} seconds`}`
      : `- At most ${maxConcurrent} concurrent requests`;
  });
  return [...lines, "", stated].join("\n");
}

/**
 * @param {readonly string[]} head Headings.
 * @param {readonly (readonly string[])[]} rows Cells.
 * @returns {string} A table.
 */
function table(head, rows) {
  return [head, head.map(() => "---"), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`)
    .join("\n");
}

/**
 * @param {unknown} text A description.
 * @returns {string} The text with a full stop and without HTML; empty when there is none.
 */
function sentence(text) {
  if (typeof text !== "string" || text === "") return "";
  const plain = text.replaceAll("<", "&lt;").replaceAll("{{", "&#123;&#123;");
  return /[.!?]$/.test(plain) ? plain : `${plain}.`;
}
