/** Hosts that look like `platform.example` to a careless comparison. */
const hosts = [
  "platform.example.evil.example",
  "evil-platform.example",
  "platform.example:444",
  "platform.example:443",
  "PLATFORM.example",
  "platform.example.",
  "platform.example@evil.example",
  "user@platform.example",
  "user:pass@platform.example",
  "platform.example%2eevil.example",
  "platform.example%00.evil.example",
  "platform.example\\@evil.example",
  "platform.example\\.evil.example",
  "evil.example#platform.example",
  "evil.example?platform.example",
  "platform。example",
  "plаtform.example",
  "xn--pltform-2fg.example",
  "sub.platform.example",
  "127.0.0.1",
  "localhost",
  "[::1]",
  "0x7f.1",
  "2130706433",
  "platform.example%09",
];

const schemes = [
  "https:",
  "http:",
  "HTTPS:",
  "javascript:",
  "data:",
  "ftp:",
  "file:",
  "//",
  "ws:",
  " https:",
];

/** Paths that look like `/callback` to a careless comparison. */
const paths = [
  "/callback",
  "/callback/",
  "/callback/../evil",
  "/callback%2f..%2fevil",
  "/callback/%2e%2e/evil",
  "/Callback",
  "/callback;evil",
  "/callback#",
  "/callback#fragment",
  "/callback?next=https://evil.example",
  "/callback?state=a&next=evil",
  "/callback?state=a%0d%0aSet-Cookie:x=1",
  "/callback?state=a#b",
  "/callback?state=a?b",
  "/callback?State=a",
  "/callback?xstate=a",
  "/callback&state",
  "/callback\t",
  "/callback\n",
  " /callback",
  "//callback",
  "/\\callback",
  "/callback\\",
  "/callbackevil",
  "/callbac",
  "/",
  "",
  "/callback%00",
  "/callback%20",
  "/callback\u0000",
  "/callback\u200b",
  "/redirect?to=/callback",
];

/** Other texts that are not the known callback: malformed addresses, other schemes, several addresses in one. */
const others = [
  "callback",
  "https://",
  "https:///callback",
  "https:platform.example/callback",
  "https:/platform.example/callback",
  "javascript:alert(1)//https://platform.example/callback",
  "data:text/html,https://platform.example/callback",
  "about:blank",
  "https://platform.example/callback https://evil.example",
  "https://platform.example/callback,https://evil.example",
  "[object Object]",
  "null",
  "http://platform.example/callback",
];

/** More than 300 callbacks that a service which knows `https://platform.example/callback` must refuse. */
export const hostileCallbacks: readonly string[] = [
  ...new Set([
    ...schemes.flatMap((scheme) => hosts.map((host) => `${addressOf(scheme, host)}/callback`)),
    ...paths.flatMap((path) =>
      ["https://platform.example", "https://platform.example:443", "https://evil.example"].map(
        (origin) => origin + path,
      ),
    ),
    ...others,
  ]),
].filter((callback) => callback !== "https://platform.example/callback");

function addressOf(scheme: string, host: string): string {
  return scheme === "//" ? `//${host}` : `${scheme}//${host}`;
}
