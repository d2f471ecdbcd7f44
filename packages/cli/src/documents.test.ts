import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { endpoints, errorCodes } from "@wellhead/contract";
import { filesConnector } from "@wellhead/files";
import { createApp } from "@wellhead/server";
import { describe, expect, test } from "vitest";
import { parseArguments } from "./command-line/parse-arguments.js";
import { serveUsage } from "./command-line/usage/serve-usage.js";
import { formatCommandReference } from "./commands/reference/command-reference.js";
import { formatConfigurationPage } from "./commands/reference/configuration-page.js";
import { formatManPages } from "./commands/reference/man-page.js";
import { registry } from "./commands/registry.js";
import { configSchema } from "./serve/settings/config-schema.js";
import { otherVariables, settings } from "./serve/settings/settings-table.js";

const root = new URL("../../../", import.meta.url);
const read = (path: string) => readFile(new URL(path, root), "utf8");

/** Returns the rows of all tables in a Markdown text. */
function tableRows(text: string): string[][] {
  return text
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .map((line) => line.slice(2, -2).split(" | "));
}

describe("docs/contract.md", () => {
  test("lists the endpoints as the contract does", async () => {
    const rows = tableRows(await read("docs/contract.md")).map(([endpoint, purpose]) => [endpoint, purpose]);
    const listed = Object.values(endpoints)
      .filter(({ path }) => !path.startsWith("/oauth"))
      .map(({ method, path, summary }) => [`\`${method} ${path}\``, summary]);
    expect(rows).toEqual(expect.arrayContaining(listed));
  });
});

describe("docs/commands.md", () => {
  test("and the manual pages are what the table of commands says", async () => {
    expect(await read("docs/commands.md")).toBe(formatCommandReference(registry));
    const pages = formatManPages(registry);
    expect((await readdir(new URL("packages/cli/man/", root))).toSorted()).toEqual(
      [...pages.keys()].toSorted(),
    );
    for (const [file, text] of pages) expect(await read(`packages/cli/man/${file}`)).toBe(text);
  });

  test("lists the values of an option once", () => {
    expect(formatCommandReference(registry)).not.toMatch(/(: [\w, ]+ or \w+)\1/);
  });

  test("has examples whose options exist", () => {
    for (const { line } of registry.flatMap(({ examples }) => examples)) {
      const { name, rest = "" } =
        /(?:^|[ (])wellhead (?<name>[a-z]+)(?: (?<rest>.*))?$/.exec(line)?.groups ?? {};
      const command = registry.find((known) => known.name === name);
      if (command === undefined) throw new Error(`The example "${line}" names no command.`);
      const [words = ""] = rest.split(/ [|<>] |\)$/);
      // A quoted word may contain spaces.
      const split = Array.from(
        words.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g),
        ([all, ...parts]) => parts.find(Boolean) ?? all,
      );
      expect(() => parseArguments(command, split)).not.toThrow();
    }
  });
});

describe("docs/operate/configuration.md", () => {
  test("and the schema are what the table of settings says", async () => {
    expect(await read("docs/operate/configuration.md")).toBe(formatConfigurationPage());
    expect(JSON.parse(await read("packages/cli/config.schema.json"))).toEqual(configSchema());
  });

  test("names every variable that the code reads, and every option of serve that is a setting", async () => {
    const workspaces = ["packages/cli", "packages/runtime", "packages/server"];
    const files = await Promise.all(
      workspaces.map((one) => readdir(new URL(`${one}/src`, root), { recursive: true })),
    );
    const sources = files.flatMap((names, index) => names.map((name) => `${workspaces[index]}/src/${name}`));
    const texts = await Promise.all(
      sources.filter((name) => /(?<!\.test)\.ts$/.test(name) && !name.includes("/settings/")).map(read),
    );
    const found = texts.flatMap((text) => text.match(/\bWELLHEAD_[A-Z_]*[A-Z](?![A-Z_]|\$)/g) ?? []);
    const known = [...settings.map(({ variable }) => variable), ...Object.keys(otherVariables)];
    const ofConnectors = /^WELLHEAD_ALLOW_|^WELLHEAD_SECRET_FILE$/;
    expect([...new Set(found)].filter((name) => !known.includes(name) && !ofConnectors.test(name))).toEqual(
      [],
    );
    // What is served, and how this one run behaves, is not a setting.
    const notSettings = ["config", "tape", "no-console"];
    const options = settings.flatMap(({ option }) => (option === undefined ? [] : [option]));
    expect(options.toSorted()).toEqual(
      Object.keys(serveUsage.options)
        .filter((name) => !notSettings.includes(name))
        .toSorted(),
    );
  });
});

describe("docs/errors.md", () => {
  test("lists every code with its status and meaning, and no other", async () => {
    const rows = tableRows(await read("docs/errors.md")).slice(2);
    expect(rows.map((row) => row.slice(0, 4))).toEqual(
      Object.entries(errorCodes).map(([code, { status, retryable, meaning }]) => [
        `\`${code}\``,
        String(status),
        retryable ? "yes" : "no",
        meaning,
      ]),
    );
    for (const [code, , , , person, operator] of rows) {
      expect({ code, person, operator }).toEqual({
        code,
        person: expect.stringMatching(/^\w/) as string,
        operator: expect.stringMatching(/^\w/) as string,
      });
    }
  });
});

/** A request shown on the page, and the response shown for it. */
const shown = /```sh\ncurl (?<command>[^`]+)```\n\n```json\n(?<answer>[^`]+)```/g;

/**
 * Returns the response without what the page omits: members, the remaining items of a list, ids that differ each time.
 */
function reduceTo(part: unknown, answer: unknown): unknown {
  if (Array.isArray(part) && Array.isArray(answer)) {
    return part.map((item, index) => reduceTo(item, answer[index]));
  }
  if (typeof part !== "object" || part === null) return answer;
  const members = new Map<string, unknown>(Object.entries(answer ?? {}));
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => [
      key,
      key === "requestId" ? value : reduceTo(value, members.get(key)),
    ]),
  );
}

describe("docs/contract.md", () => {
  test("every response it shows is the one of the samples", async () => {
    const connector = filesConnector({
      path: fileURLToPath(new URL("samples", root)),
      id: "samples",
      name: "Samples",
    });
    const app = await createApp({ connectors: [connector], logger: false });
    const { url } = await app.listen({ port: 0 });
    let count = 0;
    try {
      for (const { groups } of (await read("docs/contract.md")).matchAll(shown)) {
        const command = groups?.["command"] ?? "";
        const body = /-d '([^']*)'/.exec(command)?.[1];
        const path = /http:\/\/127\.0\.0\.1:8642([^\s']*)/.exec(command)?.[1] ?? "";
        const headers = { "content-type": "application/json" };
        const response = await fetch(url + path, body === undefined ? {} : { method: "POST", headers, body });
        const part: unknown = JSON.parse(groups?.["answer"] ?? "");
        expect(reduceTo(part, await response.json())).toEqual(part);
        count += 1;
      }
    } finally {
      await app.close();
    }
    expect(count).toBeGreaterThanOrEqual(7);
  });
});
