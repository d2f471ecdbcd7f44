import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const known = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/google-chrome"];

/** Starts the browser of this machine. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch(browserOptions());
}

/** Finds the browser of this machine and its command line arguments. */
export function browserOptions(): { readonly executablePath: string; readonly args: string[] } {
  const executablePath = process.env["CHROMIUM"] ?? known.find((path) => existsSync(path));
  if (executablePath === undefined)
    throw new Error(
      "Could not start the browser: Chromium is not installed. Install the package chromium-headless-shell.",
    );
  // The sandbox needs privileges that containers lack, and their shared memory is small.
  return { executablePath, args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"] };
}
