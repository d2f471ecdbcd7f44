/**
 * Writes what a connector of a task must do.
 *
 * @param {object} task
 * @returns {string} Markdown
 */
export function assignmentOf({ name, port, document, accounts, sources }) {
  const kinds = Object.entries(accounts).map(([kind, fields]) => {
    const names = fields.map((field) => `\`${field}\``).join(" and ");
    return `Account kind: \`${kind}\`, with the field${fields.length > 1 ? "s" : ""} ${names}.`;
  });
  return `# A connector for "${name}"

Write \`connector.ts\`, a Wellhead connector with the id \`${name}\`, for the API that [${document}](${document}) describes. The API runs at
http://127.0.0.1:${port}, which is inside the network: the operator allows it with \`WELLHEAD_ALLOW=127.0.0.1:${port}\`. A test account is in
\`account.json\`, which commands and tools accept as \`--account account.json\`. ${kinds.join(" ")}

${Object.entries(sources)
  .map(([id, source]) => assignmentOfSource(id, source))
  .join("\n")}
A row has a cell for each column, or none where the API has no value. Everything else follows from the description of the API and the
skill \`write-a-connector\`. The connector is done when it has all rows, also after faults; when it says so where rows are missing; when its
filters select the right rows; and when the judge has no findings that you cannot explain.
`;
}

function assignmentOfSource(id, source) {
  const { columns, filters = {}, changes = false, about = "", maxRequests, maxRequestsForChanges } = source;
  const rows = Object.entries(columns).map(([column, text]) => {
    const [type, ...meaning] = text.split(":");
    return `| \`${column}\` | ${type} | ${meaning.join(":").trim()} |`;
  });
  const fields = Object.entries(filters).map(([filter, text]) => `- Filter \`${filter}\`: ${text}.`);
  return `## Source \`${id}\`

${about === "" ? "" : `${about}\n\n`}| column | type | meaning |
| --- | --- | --- |
${rows.join("\n")}

${fields.join("\n")}
- All rows are read with at most ${maxRequests} requests.${changes ? `\n- A platform that keeps a copy reads only what has changed, including rows that are gone, with at most ${maxRequestsForChanges} requests.` : ""}
`;
}
