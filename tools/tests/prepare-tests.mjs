import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { preparePackages } from "./prepare-packages.mjs";
import { TEST_PACKAGES } from "./test-packages.mjs";

preparePackages({
  packages: TEST_PACKAGES,
  installs: process.getuid?.() === 0 && existsSync("/etc/debian_version"),
  run: (command, parameters) => {
    // The installer runs in quiet mode; its remaining output belongs on standard error.
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    execFileSync(command, parameters, { stdio: ["ignore", "ignore", "inherit"], env });
  },
  print: (line) => console.error(line),
});
