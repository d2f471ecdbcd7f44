import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isFollowedByPath, resolveConnector, resolvePathConnector } from "./resolve-connector.js";

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "wellhead-resolve-"));
});

afterAll(() => rm(directory, { recursive: true }));

async function resolveFile(name: string, content: unknown) {
  await writeFile(join(directory, name), JSON.stringify(content));
  return await resolveConnector(name, { directory, taken: new Set() });
}

const api = {
  id: "api",
  name: "API",
  baseUrl: "https://api.example",
  sources: { things: { name: "Things", path: "things" } },
};

describe("resolveConnector()", () => {
  it("takes a file with baseUrl and sources for an API", async () => {
    const connector = await resolveFile("api.json", api);
    expect(connector.id).toBe("api");
    expect([...(await connector.sources()).keys()]).toEqual(["things"]);
  });

  it("names the fault of such a file", async () => {
    const faulty = resolveFile("faulty.json", { ...api, sources: { things: { name: "Things" } } });
    await expect(faulty).rejects.toThrow(
      /Could not serve "faulty.json"\. .*sources.things.path: expected a value, got nothing/,
    );
  });

  it.each<[string, object, string]>([
    ["without sources", { ...api, sources: undefined }, "sources: expected a value, got nothing"],
    ["with a misspelt baseUrl", { ...api, baseUrl: undefined, baseURL: "https://api.example" }, "baseURL: "],
    ["with nothing but its schema", { $schema: "../api.schema.json", id: "a" }, "name: expected a value"],
  ])("takes a file %s for a faulty API, not for data", async (_, content, fault) => {
    await expect(resolveFile("faulty.json", content)).rejects.toThrow(fault);
  });

  it("names a configuration that is not valid JSON", async () => {
    const text = JSON.stringify(api, undefined, 2);
    for (const broken of [text.slice(0, -1), text.replace(",", ""), `\uFEFF${text.replace("}", ",}")}`]) {
      await writeFile(join(directory, "broken.json"), broken);
      await expect(resolveConnector("broken.json", { directory, taken: new Set() })).rejects.toThrow(
        'Could not serve "broken.json": it is not valid JSON (',
      );
    }
  });

  it("takes a file that names its schema, and one with a byte order mark", async () => {
    expect((await resolveFile("api.json", { $schema: "./api.schema.json", ...api })).id).toBe("api");
    await writeFile(join(directory, "marked.json"), `\uFEFF${JSON.stringify(api)}`);
    const marked = await resolveConnector("marked.json", { directory, taken: new Set() });
    expect([...(await marked.sources()).keys()]).toEqual(["things"]);
  });

  it("takes lines of JSON for data, whatever their members", async () => {
    await writeFile(join(directory, "lines.json"), '{"baseUrl":"a"}\n{"baseUrl":"b"}\n');
    const connector = await resolveConnector("lines.json", { directory, taken: new Set() });
    expect([...(await connector.sources()).keys()]).toEqual(["lines"]);
    await connector.close?.();
  });

  it("takes a name for the connector of that name, unless something is there", async () => {
    const taken = new Set<string>();
    for (const name of ["mysql", "postgres"]) {
      const connector = await resolveConnector(name, { directory, taken });
      expect([...(await connector.sources()).keys()]).toEqual(["table", "query"]);
      await connector.close?.();
    }
    expect([...taken]).toEqual(["mysql", "postgres"]);
    await expect(resolveConnector("oracle", { directory, taken })).rejects.toThrow(
      "one of airtable, clickhouse, github, google-sheets, hubspot, jira, mysql, notion, postgres, stripe, trello, trino",
    );
  });

  it("refuses the address of object storage", async () => {
    const refused = resolveConnector("s3://bucket/prefix", { directory, taken: new Set() });
    await expect(refused).rejects.toThrow("got an address of object storage");
  });

  it("takes a folder with the name of such an address for a folder", async () => {
    await mkdir(join(directory, "s3:", "bucket"), { recursive: true });
    const connector = await resolveConnector("s3://bucket", { directory, taken: new Set() });
    expect(connector.name).toBe("Bucket");
    await connector.close?.();
  });

  it("takes the name sqlite for a connector of the path that follows", async () => {
    const taken = new Set<string>();
    expect(await isFollowedByPath("sqlite", directory)).toBe(true);
    expect(await isFollowedByPath("postgres", directory)).toBe(false);
    const connector = await resolvePathConnector("sqlite", ".", { directory, taken });
    expect([...(await connector.sources()).keys()]).toEqual(["table", "query"]);
    await connector.close?.();
    const lost = resolvePathConnector("sqlite", "lost", { directory, taken });
    await expect(lost).rejects.toThrow('expected a folder or a database file, got nothing at "lost"');
    await expect(resolvePathConnector("sqlite", undefined, { directory, taken })).rejects.toThrow(
      "nothing after it",
    );
  });

  it("takes any other JSON for data", async () => {
    const connector = await resolveFile("rows.json", [{ baseUrl: 1, sources: 2 }]);
    expect([...(await connector.sources()).keys()]).toEqual(["rows"]);
    await connector.close?.();
  });
});
