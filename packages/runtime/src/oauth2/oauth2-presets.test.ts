import { readFile } from "node:fs/promises";
import { type OAuth2PresetName, type OAuth2Provider, oauth2Presets } from "@wellhead/sdk";
import { oauth2Definition } from "@wellhead/sdk/internal";
import { describe, expect, it } from "vitest";
import { oauth2Client } from "./oauth2-client.js";

type Preset = OAuth2Provider & { readonly authorize: string; readonly token: string };

const presets = Object.entries<Preset>(oauth2Presets);
const members = new Set([
  "name",
  "authorize",
  "token",
  "docs",
  "tenant",
  "issuer",
  "scopes",
  "separator",
  "pkce",
  "clientAuthentication",
  "parameters",
  "rotation",
  "quirks",
]);

describe("oauth2Presets", () => {
  it("are at least 60, and no two are the same provider", () => {
    expect(presets.length).toBeGreaterThanOrEqual(60);
    expect(new Set(presets.map(([, { name }]) => name)).size).toBe(presets.length);
    expect(new Set(presets.map(([, { authorize }]) => authorize)).size).toBe(presets.length);
  });

  it("are the rows of docs/oauth-providers.md, with name and page", async () => {
    const text = await readFile(new URL("../../../../docs/oauth-providers.md", import.meta.url), "utf8");
    const listed = [...text.matchAll(/^\| `([a-z0-9-]+)` \| ([^|]+) \|.*\[documentation\]\((.+)\) \|$/gm)];
    const rows = presets.map(([id, { name, docs }]) => `${id} ${name} ${docs}`).toSorted();
    expect(listed.map(([, id, name, docs]) => `${id} ${name} ${docs}`).toSorted()).toEqual(rows);
  });

  it.each(presets)("%s has plain https addresses, a page that says so, and known members", (id, preset) => {
    expect(id).toMatch(/^[a-z][a-z0-9-]*$/);
    for (const address of [preset.authorize, preset.token, preset.docs]) {
      const url = new URL(address.replaceAll("{tenant}", "tenant"));
      expect(url.protocol).toBe("https:");
      expect(url.username).toBe("");
    }
    expect(preset.authorize).not.toBe(preset.token);
    expect(Object.keys(preset).filter((member) => !members.has(member))).toEqual([]);
  });

  it.each(presets)(
    "%s has scopes without its own separator, and arguments that are not set anyway",
    (_id, preset) => {
      const separator = preset.separator ?? " ";
      for (const scope of preset.scopes ?? []) expect(scope).not.toContain(separator);
      const taken = ["client_id", "redirect_uri", "state", "scope", "response_type", "code_challenge"];
      expect(Object.keys(preset.parameters ?? {}).filter((name) => taken.includes(name))).toEqual([]);
      const leeway = typeof preset.rotation === "object" ? preset.rotation.leeway : 1;
      expect(leeway).toBeGreaterThan(0);
    },
  );

  it.each(presets.map(([id]) => id))("%s makes a client from the variables of its name", (id) => {
    const prefix = id.toUpperCase().replaceAll("-", "_");
    // The cast is safe: the ids are the keys of `oauth2Presets`.
    const definition = oauth2Definition({ preset: id as OAuth2PresetName });
    const variables = {
      [`${prefix}_CLIENT_ID`]: "id",
      [`${prefix}_CLIENT_SECRET`]: "secret",
      [`${prefix}_TENANT`]: "acme",
    };
    expect(oauth2Client(definition, variables)).toMatchObject({ clientId: "id", clientSecret: "secret" });
  });
});
