import { makeParts, serve } from "./connector.mjs";
import { lists } from "./list.mjs";

// Serves one connector with one fault: `node serve.mjs <file of faults> <fault>`. "none" serves the connector without a
// fault.
const [file, id] = process.argv.slice(2);
const parts = makeParts();
if (id !== "none") {
  const fault = lists[file]?.find((one) => one.id === id);
  if (fault === undefined) throw new Error(`There is no fault "${id}" in ${file}`);
  await fault.plant(parts);
}
const server = await serve(parts);
process.stdout.write(`${JSON.stringify({ port: server.address().port })}\n`);
