import { spawn } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

// Writes the conversation of docs/mcp.md: what the official client asks a server over the samples, and what it gets.

const program = fileURLToPath(new URL("../../packages/cli/bin/wellhead.js", import.meta.url));
const samples = fileURLToPath(new URL("../../samples", import.meta.url));
const page = new URL("../../docs/mcp.md", import.meta.url);

const orders = { connector: "tea", source: "tea-orders" };
/** @type {readonly (readonly [tool: string, args: Record<string, unknown>])[]} */
const calls = [
  ["search_sources", { words: "orders" }],
  ["filter_options", { ...orders, filter: "channel" }],
  ["read_rows", { ...orders, columns: ["ordered_at", "product", "amount"], limit: 2 }],
  ["explain_sql", { sql: 'select sum(amount) from tea."tea-orders"' }],
  [
    "run_sql",
    {
      sql: 'select channel, count(*) as orders, sum(amount) as worth from tea."tea-orders" group by 1 order by 3 desc',
    },
  ],
  ["run_sql", { sql: "select * from read_csv('/etc/passwd')" }],
  ["read_rows", { ...orders, filter: { chanel: "web" } }],
];

const service = spawn(process.execPath, [program, "serve", samples, "--port", "0", "--log-level", "silent"], {
  stdio: ["ignore", "pipe", "inherit"],
});
try {
  const address = await addressOf(service);
  const client = new Client({ name: "transcript", version: "1" }, { versionNegotiation: { mode: "auto" } });
  const args = [program, "mcp", `tea=${address}`];
  await client.connect(new StdioClientTransport({ command: process.execPath, args }));
  const parts = [`Protocol: ${client.getNegotiatedProtocolVersion()}`];
  for (const [name, input] of calls) parts.push(await converse(client, name, input));
  await client.close();
  const text = await readFile(page, "utf8");
  const written = `<!-- transcript -->\n\n${parts.join("\n\n")}\n\n<!-- /transcript -->`;
  await writeFile(
    page,
    text.replace(/<!-- transcript -->[^]*<!-- \/transcript -->/, () => written),
  );
} finally {
  service.kill();
}

/**
 * Waits until the service prints its address.
 *
 * @param {import("node:child_process").ChildProcess} child The service.
 * @returns {Promise<string>} The address.
 */
function addressOf({ stdout }) {
  return new Promise((resolve) => {
    let text = "";
    // Leaving a loop over the output would close it, and end the service.
    stdout?.on("data", (chunk) => {
      text += String(chunk);
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0];
      if (address !== undefined) resolve(address);
    });
  });
}

/**
 * Calls a tool and formats the call and its answer.
 *
 * @param {Client} client The client.
 * @param {string} name Name of the tool.
 * @param {Record<string, unknown>} input Arguments.
 * @returns {Promise<string>} Markdown.
 */
async function converse(client, name, input) {
  const { structuredContent, content, isError } = await client.callTool({ name, arguments: input });
  const [first] = content;
  const text = first?.type === "text" ? first.text : "";
  const answer = isError ? `Error: ${text}` : JSON.stringify(steady(structuredContent), null, 1);
  // Arrays and objects of scalars on one line, as a person would write them.
  const compact = answer.replaceAll(/[[{]\s+[^[\]{}]{1,100}?\s+[\]}]/g, (lines) => {
    const items = lines.replaceAll(/\s*\n\s*/g, " ");
    return items.startsWith("[") ? `[${items.slice(2, -2)}]` : items;
  });
  return `**${name}** \`${JSON.stringify(input)}\`\n\n\`\`\`${isError ? "text" : "json"}\n${compact}\n\`\`\``;
}

/**
 * Replaces what differs between two runs.
 *
 * @param {unknown} value The answer.
 * @returns {unknown} The answer with a fixed handle and fixed times.
 */
function steady(value) {
  const text = JSON.stringify(value)
    .replaceAll(/"result":"[\w-]+"/g, '"result":"Vf3kL0pXw8…"')
    .replaceAll(/"(expiresAt|readAt)":"[^"]+"/g, '"$1":"2026-11-22T12:00:00.000Z"');
  return JSON.parse(text);
}
