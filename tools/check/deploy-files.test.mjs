import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "@wellhead/test-support";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const deploy = join(root, "deploy");

describe("the files of deploy", () => {
  test("name only variables that docs/operate/configuration.md lists", () => {
    const page = readFileSync(join(root, "docs/operate/configuration.md"), "utf8");
    const known = new Set(page.match(/\bWELLHEAD_[A-Z_]*[A-Z]\b/g));
    const files = readdirSync(deploy, { recursive: true, encoding: "utf8" }).filter((name) =>
      /\.\w+$|file$/.test(name),
    );
    const named = files.flatMap((name) => {
      const text = readFileSync(join(deploy, name), "utf8");
      return [...new Set(text.match(/\bWELLHEAD_[A-Z_]*[A-Z]\b/g))].map((variable) => `${name}: ${variable}`);
    });
    // The image of the compose file, and the files of secrets.
    const isKnown = (/** @type {string} */ one) => {
      const variable = one.split(": ")[1] ?? "";
      return (
        one === "compose/compose.yaml: WELLHEAD_IMAGE" ||
        known.has(variable.replace(/_FILE$/, "")) ||
        known.has(variable)
      );
    };
    expect(named.filter((one) => !isKnown(one))).toEqual([]);
    expect(named.length).toBeGreaterThan(5);
  });

  test.skipIf(!existsSync("/usr/bin/systemd-analyze"))(
    "the unit of systemd has an exposure of at most 2.0",
    () => {
      const unit = join(deploy, "systemd/wellhead@.service");
      const text = execFileSync("systemd-analyze", ["security", "--offline=true", "--no-pager", unit], {
        encoding: "utf8",
      });
      expect(Number(/exposure level for \S+: ([\d.]+)/.exec(text)?.[1])).toBeLessThanOrEqual(2);
    },
  );
});

describe("deploy/compose", () => {
  const page = readFileSync(join(root, "docs/operate/compose.md"), "utf8");
  const compose = readFileSync(join(deploy, "compose/compose.yaml"), "utf8");

  test("stops the service no sooner than its streams may end", () => {
    const config = readFileSync(join(deploy, "compose/config/wellhead.config.yaml"), "utf8");
    const [delay = 0, timeout = 0] = [/drainDelay: (\d+)/, /drainTimeout: (\d+)/].map((limit) =>
      Number(limit.exec(config)?.[1]),
    );
    const grace = Number(/stop_grace_period: (\d+)s/.exec(compose)?.[1]) * 1000;
    expect(grace).toBeGreaterThan(delay + timeout);
  });

  test.skipIf(!existsSync("/usr/bin/docker-compose"))("is valid for Compose", () => {
    const cwd = join(deploy, "compose");
    expect(execFileSync("docker-compose", ["config", "--quiet"], { cwd, encoding: "utf8" })).toBe("");
  });

  test("the secrets that the documentation creates start the store and the service", async () => {
    const folder = mkdtempSync(join(tmpdir(), "wellhead-compose-"));
    /** @type {import("node:child_process").ChildProcess[]} */
    const started = [];
    try {
      const script = /```sh\n(mkdir[^]*?)```/.exec(page)?.[1] ?? "";
      execFileSync("bash", ["-euc", script], { cwd: folder });
      const secrets = join(folder, "secrets");
      const created = readdirSync(secrets);
      const listed = [...compose.matchAll(/^ {2}(\S+): \{ file: \.\/secrets\/(\S+) \}/gm)];
      expect(new Set(listed.map(([, name]) => name))).toEqual(new Set(created));
      expect(listed.every(([, name, file]) => name === file)).toBe(true);
      const port = await freePort();
      const data = ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder];
      started.push(spawn("redis-server", [join(secrets, "store.conf"), ...data]));
      const store = readFileSync(join(secrets, "WELLHEAD_STORE"), "utf8").trim();
      const service = spawn(
        process.execPath,
        [join(root, "packages/cli/bin/wellhead.js"), "serve", "github", "--port", "0", "--json"],
        {
          env: {
            PATH: process.env["PATH"],
            CREDENTIALS_DIRECTORY: secrets,
            WELLHEAD_STORE: store.replace("store:6379", `127.0.0.1:${port}`),
            WELLHEAD_ADMIN_PORT: "0",
            HOST: "127.0.0.1",
          },
        },
      );
      started.push(service);
      const [printed] = await once(service.stdout.setEncoding("utf8"), "data");
      const { url, admin } = JSON.parse(String(printed));
      const token = readFileSync(join(secrets, "WELLHEAD_TOKENS"), "utf8").trim();
      expect((await fetch(url)).status).toBe(401);
      expect((await fetch(url, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
      await expect.poll(async () => (await fetch(`${admin}/ready`)).status, { timeout: 30_000 }).toBe(200);
    } finally {
      for (const child of started) child.kill("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe("deploy/nomad", () => {
  const job = readFileSync(join(deploy, "nomad/wellhead.nomad.hcl"), "utf8");
  const settings = (/data\s*= <<-EOT\n([^]*?)\n\s*EOT/.exec(job)?.[1] ?? "").replaceAll(/^ {10}/gm, "");

  test("stops a replica no sooner than its streams may end", () => {
    const [delay = 0, timeout = 0] = [/drainDelay: (\d+)/, /drainTimeout: (\d+)/].map((limit) =>
      Number(limit.exec(settings)?.[1]),
    );
    expect(Number(/kill_timeout = "(\d+)s"/.exec(job)?.[1]) * 1000).toBeGreaterThan(delay + timeout);
  });

  test("has settings and secrets that the service accepts", () => {
    const folder = mkdtempSync(join(tmpdir(), "wellhead-nomad-"));
    try {
      writeFileSync(join(folder, "wellhead.config.yaml"), settings);
      const secrets = [...job.matchAll(/destination\s*= "secrets\/wellhead\/(\w+)"/g)].map(
        ([, name]) => name ?? "",
      );
      expect(secrets).toContain("WELLHEAD_SECRET");
      for (const name of secrets)
        writeFileSync(
          join(folder, name),
          name === "WELLHEAD_STORE" ? "redis://127.0.0.1:6379" : "c".repeat(64),
        );
      const variables = [
        ...(/env \{([^]*?)\}/.exec(job)?.[1] ?? "").matchAll(/^\s*(WELLHEAD_\w+)\s*= "(.*)"$/gm),
      ];
      execFileSync(process.execPath, [join(root, "packages/cli/bin/wellhead.js"), "config", "check"], {
        env: {
          ...Object.fromEntries(variables.map(([, name, value]) => [name, value])),
          PATH: process.env["PATH"],
          WELLHEAD_CONFIG: join(folder, "wellhead.config.yaml"),
          CREDENTIALS_DIRECTORY: folder,
        },
        stdio: "pipe",
      });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
