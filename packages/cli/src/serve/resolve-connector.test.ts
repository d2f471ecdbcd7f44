import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Connector } from "@wellhead/sdk";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ConnectorLoad } from "./connector-load.js";
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

  it("serves a bucket by its address, and refuses one that no bucket can have", async () => {
    const taken = new Set<string>();
    const connector = await resolveConnector("s3://bucket/my-sales/", { directory, taken });
    expect([connector.id, connector.name, [...taken]]).toEqual(["my-sales", "My sales", ["my-sales"]]);
    expect(connector.http?.baseUrl).toMatch(/bucket/);
    await connector.close?.();
    const refused = resolveConnector("s3://B", { directory, taken });
    await expect(refused).rejects.toThrow(
      'Could not serve "s3://B". Could not make a connector for a bucket: expected an address such as s3://bucket/prefix',
    );
  });

  it("takes a folder with the name of such an address for a folder", async () => {
    await mkdir(join(directory, "s3:", "bucket"), { recursive: true });
    const connector = await resolveConnector("s3://bucket", { directory, taken: new Set() });
    expect(connector.name).toBe("Bucket");
    await connector.close?.();
  });

  it("serves an address by the name before it, and refuses one that is not valid", async () => {
    const taken = new Set<string>();
    const options = { directory, taken };
    const odata = await resolveConnector("odata:https://services.example/v4/$metadata", options);
    const graphql = await resolveConnector("graphql:https://api.example/graphql", options);
    const other = await resolveConnector("odata:https://other.example/v4", options);
    expect([odata, graphql, other].map(({ id, name }) => [id, name])).toEqual([
      ["odata", "services.example"],
      ["graphql", "api.example"],
      ["other-example", "other.example"],
    ]);
    const secret = resolveConnector("odata:https://me:secret@services.example", options);
    await expect(secret).rejects.toThrow(
      /Could not serve "odata:https:\/\/services.example".*root of a service/,
    );
    await expect(resolveConnector("graphql:ftp://api.example", options)).rejects.toThrow(/address of an API/);
    await expect(resolveConnector("odata:nowhere", options)).rejects.toThrow(/there is no such path/);
    await writeFile(join(directory, "odata:notes.csv"), "a\n1\n");
    expect((await resolveConnector("odata:notes.csv", options)).id).toBe("odata-notes");
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

  it("knows a SQLite file by what it contains, and names the connector after it", async () => {
    const taken = new Set(["shop"]);
    const content = Buffer.concat([Buffer.from("SQLite format 3\0"), Buffer.alloc(84)]);
    await writeFile(join(directory, "shop.db"), content);
    const connector = await resolveConnector("shop.db", { directory, taken });
    expect([connector.id, connector.name]).toEqual(["shop-2", "Shop"]);
    expect([...(await connector.sources()).keys()]).toEqual(["table", "query"]);
    await connector.close?.();
    await writeFile(join(directory, "notes.db"), content.subarray(1));
    const notes = resolveConnector("notes.db", { directory, taken });
    await expect(notes).rejects.toThrow("got another kind of file");
  });

  it("takes over what cannot have changed, and creates modules and APIs again", async () => {
    const folder = await mkdtemp(join(tmpdir(), "wellhead-resolve-"));
    const moons = `export default { id: "moons", accounts: new Map(), sources: async () => new Map() };`;
    await writeFile(join(folder, "moons.mjs"), moons);
    await writeFile(join(folder, "tea.csv"), "name\nsencha\n");
    await writeFile(join(folder, "api.json"), JSON.stringify(api));
    const words = ["tea.csv", ".", "postgres", "moons.mjs", "api.json"];
    const load = async (one: ConnectorLoad) => {
      const taken = new Set<string>();
      const connectors = [];
      for (const word of words)
        connectors.push(await resolveConnector(word, { directory: folder, taken, load: one }));
      return connectors;
    };
    const first = new ConnectorLoad();
    const before = await load(first);
    const second = first.next(1);
    const after = await load(second);
    expect(after.map((connector, index) => connector === before[index])).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
    await Promise.all(before.map(async (connector) => connector.close?.()));
    await rm(folder, { recursive: true });
  });

  it("closes what a load created, and nothing that it took over, when the load is discarded", async () => {
    const closed: string[] = [];
    const make = (id: string) => ({ id, close: async () => void closed.push(id) }) as unknown as Connector;
    const first = new ConnectorLoad();
    await first.keep(["kept"], () => make("kept"));
    const second = first.next(1);
    await second.keep(["kept"], () => make("again"));
    await second.keep(["new"], () => make("new"));
    second.add(make("module"));
    await second.discard();
    expect(closed).toEqual(["new", "module"]);
    const third = second.next(2);
    expect((await third.keep(["kept"], () => make("again"))).id).toBe("kept");
  });

  it("takes any other JSON for data", async () => {
    const connector = await resolveFile("rows.json", [{ baseUrl: 1, sources: 2 }]);
    expect([...(await connector.sources()).keys()]).toEqual(["rows"]);
    await connector.close?.();
  });
});
