import { defineConnector } from "@wellhead/sdk";
import { createApp } from "@wellhead/server";
import { expect, test } from "vitest";
import { type MountConsoleOptions, missingConsolePackages, mountConsole } from "./mount-console.js";

async function mount(options: Partial<MountConsoleOptions>): Promise<boolean> {
  const moons = defineConnector({
    id: "moons",
    name: "Moons",
    version: "1.0.0",
    description: "Moons",
    sources: (source) => ({ moons: source({ name: "Moons", rows: () => [] }) }),
  });
  const app = await createApp({ connectors: [moons], logger: false });
  const surroundings = {
    connectors: ["moons"],
    host: "127.0.0.1",
    asksForCredentials: false,
    wanted: undefined,
    environment: undefined,
  };
  try {
    return (await mountConsole(app, { ...surroundings, ...options })) !== undefined;
  } finally {
    await app.close();
  }
}

test("`mountConsole()` serves the console on this machine only, and not in production", async () => {
  expect(await mount({})).toBe(true);
  expect(await mount({ host: "0.0.0.0" })).toBe(false);
  expect(await mount({ environment: "production" })).toBe(false);
  expect(await mount({ connectors: ["console"] })).toBe(false);
  expect(await mount({ asksForCredentials: true })).toBe(false);
});

test("`mountConsole()` does what was asked for", async () => {
  expect(await mount({ wanted: false })).toBe(false);
  expect(await mount({ wanted: true, environment: "production" })).toBe(true);
  await expect(mount({ wanted: true, connectors: ["console"] })).rejects.toThrow("Choose another id");
  await expect(mount({ wanted: true, asksForCredentials: true })).rejects.toThrow("--token-file");
});

test("`missingConsolePackages()` names what a console lacks, only where it would be served", () => {
  const options = {
    connectors: ["moons"],
    host: "127.0.0.1",
    asksForCredentials: false,
    wanted: undefined,
    environment: undefined,
  };
  const none = () => false;
  expect(missingConsolePackages(options, none)).toEqual(["@wellhead/console", "@wellhead/workbench"]);
  expect(missingConsolePackages(options, () => true)).toEqual([]);
  expect(missingConsolePackages({ ...options, wanted: false }, none)).toEqual([]);
  expect(missingConsolePackages({ ...options, host: "0.0.0.0" }, none)).toEqual([]);
  expect(missingConsolePackages({ ...options, environment: "production" }, none)).toEqual([]);
});
