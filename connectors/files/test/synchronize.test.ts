import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { filesConnector } from "@wellhead/files";
import { type App, createApp } from "@wellhead/server";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Folder, makeFolder } from "./folder.js";
import { writeWorkbook } from "./write-workbook.js";

const rowCount = 5003;
const texts = Array.from({ length: rowCount }, (_, index) => `text ${(index * 7919) % rowCount}`);
const csv = `name,row number\n${texts.map((text, index) => `${text},${index % 3}`).join("\n")}\n`;

let folder: Folder;
let app: App;

beforeAll(async () => {
  folder = await makeFolder({
    "list.csv": csv,
    "lines.ndjson": texts.map((text) => JSON.stringify({ name: text })).join("\n"),
    "array.json": JSON.stringify(texts.map((text) => ({ name: text }))),
    "book.xlsx": writeWorkbook({ S: [["name"], ...texts.map((text) => [text])] }),
  });
  app = await createApp({
    connectors: [filesConnector({ path: folder.path })],
    logger: false,
    limits: { maxPageRows: 1000, maxEventLoopDelay: 60_000, maxQueueDelay: 60_000 },
  });
});

afterAll(async () => {
  await app.close();
  await folder[Symbol.asyncDispose]();
});

interface Page {
  readonly items: readonly { readonly id: string; readonly name: string }[];
  readonly pagination: { readonly nextPageConfig?: object };
  readonly synchronizationType: string;
}

async function ask(requestedType: string, pagination: object): Promise<Page> {
  const answer = await app.fastify.inject({
    method: "POST",
    url: "/api/v1/synchronizer/data",
    payload: { requestedType, account: {}, filter: {}, pagination },
  });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return JSON.parse(answer.body) as Page;
}

/** Reads the names of a text file with Python. */
function namesOf(file: string): readonly string[] {
  const script = `import csv, json, sys
path = sys.argv[1]
if path.endswith("csv"): names = [row["name"] for row in csv.DictReader(open(path, newline=""))]
elif path.endswith("ndjson"): names = [json.loads(line)["name"] for line in open(path)]
else: names = [row["name"] for row in json.load(open(path))]
print(json.dumps(names))`;
  return JSON.parse(execFileSync("python3", ["-c", script, join(folder.path, file)]).toString()) as string[];
}

it.each(["list.csv", "lines.ndjson", "array.json"])(
  "has each row of %s once, by its number",
  async (file) => {
    const items: Page["items"][number][] = [];
    for (let pagination: object | undefined = {}; pagination !== undefined; ) {
      const page = await ask(file.slice(0, file.indexOf(".")), pagination);
      expect(page.synchronizationType).toBe("full");
      items.push(...page.items);
      pagination = page.pagination.nextPageConfig;
    }
    expect(items.map(({ name }) => name)).toEqual(namesOf(file));
    expect(items.map(({ id }) => id)).toEqual(texts.map((_, index) => String(index + 1)));
  },
);

it("is to be read again when the file has changed before the page", async () => {
  const { pagination } = await ask("list", {});
  const { pagination: next } = await ask("list", pagination.nextPageConfig ?? {});
  await writeFile(join(folder.path, "list.csv"), csv.replace("text 0,", "other 0,"));
  // This process continues the reading of the previous pages, and finds at its end that the file has changed.
  const readOn = async () => {
    for (let at = next.nextPageConfig; at !== undefined; )
      at = (await ask("list", at)).pagination.nextPageConfig;
  };
  await expect(readOn()).rejects.toThrow(/again/);
  // Now nothing is being read, as on another replica.
  await expect(ask("list", next.nextPageConfig ?? {})).rejects.toThrow("Start the synchronization again.");
});
