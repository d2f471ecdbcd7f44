import type { Exchange } from "../exchange/exchange.js";
import { expectHeader } from "../expect/expect-header.js";
import { expectStatus } from "../expect/expect-status.js";
import { notApplicable, unmet } from "../expect/finding.js";
import type { CheckContext } from "../requirement/check-context.js";
import { defineRequirements } from "../requirement/define-requirements.js";

const active = /<script|<foreignObject|<iframe|<embed|<object|<[^>]*\son\w+\s*=|javascript:|<!ENTITY/i;
/** The root element with its namespace, closed at the end of the document. A value may contain ">". */
const root =
  /^<((?:[\w.-]+:)?svg)\b(?=[^<]*http:\/\/www\.w3\.org\/2000\/svg)(?:[^>"']|"[^"]*"|'[^']*')*(?:\/>|(?<!\/)>[\s\S]*<\/\1\s*>)$/;
const prologue = /<\?xml[^>]*\?>|<!--[\s\S]*?-->|<!DOCTYPE(?:[^[>]|\[[^\]]*\])*>/g;
const outside = /(?:href|src)\s*=\s*["']\s*(?:https?:)?\/\/|url\(\s*["']?\s*(?:https?:)?\/\/|@import/i;

/** Requirements on GET /logo. */
export const logoRequirements = defineRequirements({ area: "logo", section: "GET /logo" }, [
  {
    id: "logo.status",
    level: "MUST",
    covers: ["logo.svg", "logo.none", "logo.elsewhere"],
    sentence: "GET /logo returns 200 with the logo, 204 when there is none, or 302 when it is elsewhere",
    reason: "Anything else counts as a fault in the platform's log",
    fix: "Return 204 when there is no logo",
    check: async (context) => {
      const older = context.isPublic ? [301, 303, 307, 308, 401, 403, 404, 405, 501] : [];
      expectStatus(await context.get("/logo"), 200, 204, 302, ...older);
    },
  },
  {
    id: "logo.type",
    level: "MUST",
    covers: ["logo.svg"],
    sentence: "The logo is labelled image/svg+xml",
    reason: "An image with another label is not shown",
    fix: 'Set "Content-Type: image/svg+xml"',
    check: async (context) => expectHeader(await drawnLogo(context), "content-type", /^image\/svg\+xml\b/i),
  },
  {
    id: "logo.svg",
    level: "MUST",
    covers: ["logo.svg"],
    sentence: "The logo is an SVG document",
    reason: "A browser shows nothing for bytes that are not what the label says",
    fix: "Send an SVG whose root element is svg with its namespace",
    check: async (context) => {
      const { text } = await drawnLogo(context);
      const body = text.replace(prologue, "").trim();
      if (!root.test(body)) unmet(`expected an svg element with its namespace, got "${body.slice(0, 40)}"`);
    },
  },
  {
    id: "logo.passive",
    level: "MUST",
    covers: ["logo.svg"],
    sentence: "The logo holds no script and nothing that starts one",
    reason: "A logo that is opened by itself runs in the connector's name",
    fix: "Sanitise the file: no script, no foreignObject, no on… attributes",
    check: async (context) => {
      const found = active.exec((await drawnLogo(context)).text);
      if (found !== null) unmet(`The logo holds "${found[0].trim()}"`);
    },
  },
  {
    id: "logo.self-contained",
    level: "MUST",
    covers: ["logo.svg"],
    sentence: "The logo loads nothing from elsewhere",
    reason: "Everybody who sees it would be reported to another host",
    fix: "Embed what the drawing needs",
    check: async (context) => {
      const found = outside.exec((await drawnLogo(context)).text);
      if (found !== null) unmet(`The logo holds "${found[0]}"`);
    },
  },
  {
    id: "logo.nosniff",
    level: "MUST",
    covers: ["logo.headers"],
    sentence: "The logo is sent with X-Content-Type-Options: nosniff",
    reason: "A browser must not take it for something else",
    fix: "Add the header",
    check: async (context) => expectHeader(await drawnLogo(context), "x-content-type-options", /^nosniff$/i),
  },
  {
    id: "logo.policy",
    level: "MUST",
    covers: ["logo.headers"],
    sentence: "The logo is sent with a Content-Security-Policy that allows nothing and sandboxes it",
    reason: "Whatever slipped into the file cannot act",
    fix: `Send "default-src 'none'; style-src 'unsafe-inline'; sandbox"`,
    check: async (context) => {
      const policy = "content-security-policy";
      expectHeader(await drawnLogo(context), policy, /default-src 'none'/);
      expectHeader(await drawnLogo(context), policy, /(?:^|;)\s*sandbox\s*(?:;|$)/);
    },
  },
  {
    id: "logo.etag",
    level: "MUST",
    covers: ["logo.headers"],
    sentence: "The logo carries an ETag and returns 304 for If-None-Match with it",
    reason: "A gallery asks for it on every page",
    fix: "Send an ETag of the file and compare it",
    check: async (context) => {
      const logo = await drawnLogo(context);
      expectHeader(logo, "etag", /^(?:W\/)?"[^"]*"$/);
      const again = await context.get("/logo", { headers: { "if-none-match": logo.headers["etag"] ?? "" } });
      expectStatus(again, 304);
    },
  },
  {
    id: "logo.empty",
    level: "MUST",
    covers: ["logo.none"],
    sentence: "A 204 response has no body",
    reason: "Clients do not read it, and take it for the beginning of the next response",
    fix: "Send the status alone",
    check: async (context) => {
      const logo = await context.get("/logo");
      if (logo.status !== 204) notApplicable("no logo", `GET /logo returns ${logo.status}`);
      const length = logo.headers["content-length"] ?? "0";
      const typed = logo.headers["content-type"] !== undefined;
      if (length !== "0" || typed) unmet("The response 204 has the label of a body");
    },
  },
  {
    id: "logo.location",
    level: "MUST",
    covers: ["logo.elsewhere"],
    sentence: "A redirect of the logo leads to an absolute web address",
    reason: "A relative one is resolved against the platform, not against you",
    fix: 'Send "Location: https://…"',
    check: async (context) => {
      const { status, headers } = await context.get("/logo");
      if (status !== 302 && status !== 303) notApplicable("logo elsewhere", `GET /logo returns ${status}`);
      const location = headers["location"] ?? "";
      if (!/^https?:\/\//i.test(location)) unmet(`The location is "${location}"`);
    },
  },
]);

async function drawnLogo(context: CheckContext): Promise<Exchange> {
  const logo = await context.get("/logo");
  if (logo.status !== 200) notApplicable("logo", `GET /logo returns ${logo.status}`);
  return logo;
}
