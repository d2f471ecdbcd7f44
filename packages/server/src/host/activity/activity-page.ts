import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";

/** The page that shows what the service is doing, and its headers. */
export interface ActivityPage {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Reads the page. It is one document, which loads nothing but `/activity`.
 *
 * @returns The page
 */
export async function readActivityPage(): Promise<ActivityPage> {
  const body = await readFile(new URL("../../../page/top.html", import.meta.url), "utf8");
  const policy = [
    "default-src 'none'",
    `script-src ${digestOf(body, "script")}`,
    `style-src ${digestOf(body, "style")}`,
    "img-src data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    body,
    headers: {
      "content-security-policy": policy.join("; "),
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
    },
  };
}

/** Returns the digest of the only element of a name, so that the browser runs no other script and uses no other style. */
function digestOf(body: string, name: "script" | "style"): string {
  const [, text = ""] = body.split(`<${name}>`, 2);
  const [content = ""] = text.split(`</${name}>`, 1);
  return `'sha256-${createHash("sha256").update(content).digest("base64")}'`;
}
