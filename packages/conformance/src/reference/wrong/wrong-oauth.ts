import type { PlainAnswer, PlainRequest } from "../plain.js";
import {
  at,
  bodyOf,
  editJson,
  header,
  inner,
  status,
  success,
  type Writable,
  type WrongServer,
  wrong,
} from "./wrong-server.js";

const validate = "POST /validate";
const start2 = "GET /oauth2";
const authorize2 = "POST /oauth2/v1/authorize";
const exchange2 = "POST /oauth2/v1/access_token";
const start1 = "GET /oauth1";
const authorize1 = "POST /oauth1/v1/authorize";
const exchange1 = "POST /oauth1/v1/access_token";
const forbidden = status(401, "account_invalid");

/** Servers whose account setup is wrong. */
export const wrongOAuth: readonly WrongServer[] = [
  wrong(
    "oauth1.start",
    at(
      start1,
      (answer) => {
        answer.status = 202;
      },
      hasCallback,
    ),
  ),
  wrong(
    "oauth1.start-redirect",
    at(
      start1,
      edit((raw) => {
        raw["redirect_uri"] = "/authorize";
      }),
      hasCallback,
    ),
    { blocks: true },
  ),
  wrong(
    "oauth1.start-token",
    at(
      start1,
      edit((raw) => {
        delete raw["secret"];
      }),
      hasCallback,
    ),
    { companions: ["oauth1.finish"] },
  ),
  wrong("oauth1.start-missing", at(start1, status(500, "internal"), lacksCallback)),
  wrong(
    "oauth1.authorize",
    at(
      authorize1,
      (answer) => {
        answer.status = 202;
      },
      hasCallback,
    ),
  ),
  wrong(
    "oauth1.authorize-token",
    at(
      authorize1,
      edit((raw) => {
        raw["token"] = "";
      }),
      hasCallback,
    ),
    { companions: ["oauth1.exchange"], blocks: true },
  ),
  wrong("oauth1.authorize-missing", at(authorize1, status(500, "internal"), lacksCallback)),
  wrong("oauth1.callback-state", () => undefined, { before: withoutState }),
  wrong("oauth1.finish-missing", at("POST /oauth1", status(500, "internal"), lacksVerifier)),
  wrong("oauth1.exchange-missing", at(exchange1, status(500, "internal"), lacksVerifier)),
  wrong("oauth1.finish", at("POST /oauth1", forbidden, hasVerifier)),
  wrong(
    "oauth1.exchange",
    at(
      exchange1,
      (answer) => {
        if (answer.status === 200) answer.status = 201;
      },
      hasVerifier,
    ),
  ),
  wrong(
    "oauth1.account",
    at(
      exchange1,
      edit((raw) => {
        delete raw["access_secret"];
      }),
    ),
    { companions: ["oauth1.account-works"] },
  ),
  wrong(
    "oauth1.account-name",
    at(
      exchange1,
      edit((raw) => {
        delete raw["name"];
      }),
    ),
  ),
  wrong(
    "oauth1.account-works",
    at(validate, forbidden, (request) => bodyOf(request)["id"] === "oauth"),
  ),
  wrong(
    "oauth1.refused",
    at(exchange1, status(400, "invalid_field"), (request) => bodyOf(request)["oauth_verifier"] === "wrong"),
  ),
  wrong(
    "oauth1.provider-down",
    at(
      exchange1,
      changeIf(503, (answer) => {
        answer.status = 500;
      }),
    ),
  ),
  wrong("oauth1.retry-after", at(exchange1, changeIf(503, header("retry-after", undefined)))),
  wrong(
    "oauth1.absent",
    (answer, { path }) => {
      if (path === "/oauth1") answer.status = 400;
    },
    { variant: "single" },
  ),
  wrong(
    "oauth2.absent",
    (answer, { path }) => {
      if (path === "/oauth2") answer.status = 400;
    },
    { variant: "single" },
  ),
  wrong(
    "oauth2.start",
    at(
      start2,
      (answer) => {
        answer.status = 202;
      },
      hasCallback,
    ),
  ),
  wrong(
    "oauth2.start-redirect",
    at(
      start2,
      edit((raw) => {
        raw["redirect_uri"] = "authorize";
      }),
      hasCallback,
    ),
    { companions: ["oauth2.start-state"], blocks: true },
  ),
  wrong(
    "oauth2.start-callback",
    at(
      start2,
      edit((raw) => {
        delete raw["callback_uri"];
      }),
      hasCallback,
    ),
  ),
  wrong(
    "oauth2.start-state",
    at(
      start2,
      edit((raw) => editRedirect(raw, (query) => query.delete("state"))),
      hasCallback,
    ),
  ),
  wrong(
    "oauth2.start-argument",
    at(start2, status(400, "malformed_request"), ({ query }) => query.has("unknown")),
  ),
  wrong("oauth2.start-missing", at(start2, status(500, "internal"), lacksCallback)),
  wrong(
    "oauth2.authorize",
    at(
      authorize2,
      (answer) => {
        answer.status = 202;
      },
      hasCallback,
    ),
  ),
  wrong(
    "oauth2.authorize-redirect",
    at(
      authorize2,
      edit((raw) => {
        raw["redirect_uri"] = "ftp://provider.example/";
      }),
      hasCallback,
    ),
    { companions: ["oauth2.authorize-state", "oauth2.redirect-parameters", "oauth2.pkce"], blocks: true },
  ),
  wrong(
    "oauth2.authorize-state",
    at(
      authorize2,
      edit((raw) =>
        editRedirect(raw, (query) => query.set("state", encodeURIComponent(query.get("state") ?? ""))),
      ),
      hasCallback,
    ),
  ),
  wrong("oauth2.authorize-missing", at(authorize2, status(500, "internal"), lacksCallback)),
  wrong(
    "oauth2.redirect-parameters",
    at(
      authorize2,
      edit((raw) => editRedirect(raw, (query) => query.delete("response_type"))),
      hasCallback,
    ),
    { blocks: true },
  ),
  wrong(
    "oauth2.redirect-secret",
    at(
      authorize2,
      edit((raw) => editRedirect(raw, (query) => query.set("client_secret", "x"))),
      hasCallback,
    ),
    { companions: ["oauth2.url-secret"] },
  ),
  wrong(
    "oauth2.pkce",
    at(
      authorize2,
      edit((raw) => editRedirect(raw, (query) => query.delete("code_challenge"))),
      hasCallback,
    ),
  ),
  wrong("oauth2.finish-missing", at("POST /oauth2", status(500, "internal"), lacksCode)),
  wrong("oauth2.exchange-missing", at(exchange2, status(500, "internal"), lacksCode)),
  wrong("oauth2.finish", at("POST /oauth2", forbidden, hasCode)),
  wrong(
    "oauth2.exchange",
    at(
      exchange2,
      (answer, _request, memory) => {
        if (answer.status === 200 && !memory.has("n")) answer.status = 201;
        memory.set("n", 1);
      },
      hasCode,
    ),
  ),
  wrong(
    "oauth2.account",
    at(
      exchange2,
      edit((raw) => {
        delete raw["access_token"];
      }),
      first,
    ),
    { companions: ["oauth2.account-works"] },
  ),
  wrong(
    "oauth2.account-name",
    at(
      exchange2,
      edit((raw) => {
        delete raw["name"];
      }),
    ),
  ),
  wrong(
    "oauth2.account-expiry",
    at(
      exchange2,
      edit((raw) => {
        delete raw["expire_on"];
      }),
    ),
  ),
  wrong("oauth2.account-works", at(validate, byOrigin(false), isOAuth2)),
  wrong(
    "oauth2.further-members",
    at(exchange2, status(400, "malformed_request"), (request) => "realmId" in bodyOf(request)),
  ),
  wrong(
    "oauth2.replayed",
    at(
      exchange2,
      (answer, request, memory) => {
        const key = String(bodyOf(request)["code"]);
        if (memory.has(key)) return success({ name: "Ada", access_token: "again" })(answer, request, memory);
        memory.set(key, 1);
      },
      hasCode,
    ),
  ),
  wrong(
    "oauth2.refused",
    at(exchange2, status(400, "invalid_field"), (request) => bodyOf(request)["code"] === "no-such-code"),
  ),
  wrong(
    "oauth2.provider-down",
    at(
      exchange2,
      changeIf(503, (answer) => {
        answer.status = 500;
      }),
    ),
  ),
  wrong("oauth2.retry-after", at(exchange2, changeIf(503, header("retry-after", "soon")))),
  wrong("oauth2.provider-html", at(exchange2, nth502(1))),
  wrong("oauth2.provider-empty", at(exchange2, nth502(2))),
  wrong(
    "oauth2.refresh",
    at(
      validate,
      (answer, request) =>
        editJson(answer, (raw) => {
          raw["access_token"] = inner(bodyOf(request), "fields")["access_token"];
        }),
      isExpiring,
    ),
    {},
  ),
  wrong(
    "oauth2.refresh-token",
    at(
      validate,
      edit((raw) => {
        delete raw["refresh_token"];
      }),
      isExpiring,
    ),
    { companions: ["oauth2.refresh-kept"] },
  ),
  wrong(
    "oauth2.refresh-expiry",
    at(
      validate,
      (answer, request) =>
        editJson(answer, (raw) => {
          raw["expires_on"] = raw["expire_on"] = inner(bodyOf(request), "fields")["expires_on"];
        }),
      isExpiring,
    ),
  ),
  wrong("oauth2.refresh-works", at(validate, byOrigin(true), isOAuth2)),
  wrong(
    "oauth2.refresh-late",
    at(
      validate,
      again((answer) =>
        editJson(answer, (raw) => {
          raw["access_token"] = "another";
        }),
      ),
      isExpiring,
    ),
  ),
  wrong(
    "oauth2.refresh-once",
    at(
      validate,
      async (_answer, request) => {
        const { callback_uri: callback, refresh_token: token } = inner(bodyOf(request), "fields");
        const body = new URLSearchParams({ grant_type: "refresh_token", refresh_token: String(token) });
        await fetch(new URL("/token", String(callback)), { method: "POST", body });
      },
      isExpiring,
    ),
    { companions: ["oauth2.refresh-together"], together: true },
  ),
  wrong(
    "oauth2.refresh-together",
    at(
      validate,
      (answer, request, memory) => {
        const key = String(inner(bodyOf(request), "fields")["refresh_token"]);
        memory.set(key, (memory.get(key) ?? 0) + 1);
        if ((memory.get(key) ?? 0) > 2)
          editJson(answer, (raw) => {
            raw["access_token"] = "another";
          });
      },
      isExpiring,
    ),
    { together: true },
  ),
  wrong(
    "oauth2.url-secret",
    at(authorize2, async (answer) => {
      if (answer.status !== 200) return;
      const { redirect_uri: redirect } = JSON.parse(String(answer.body));
      await fetch(new URL("/identity?access_token=x", String(redirect)));
    }),
  ),
  wrong(
    "oauth2.refresh-kept",
    at(
      validate,
      (answer, request) =>
        editJson(answer, (raw) => {
          if (raw["refresh_token"] === inner(bodyOf(request), "fields")["refresh_token"])
            delete raw["refresh_token"];
        }),
      isExpiring,
    ),
  ),
  wrong(
    "oauth2.refresh-refused",
    at(
      validate,
      changeIf(401, (answer) => {
        answer.status = 400;
      }),
      (request) => bodyOf(request)["id"] === "oauth2",
    ),
  ),
];

function edit(change: (raw: Writable) => void): Parameters<typeof at>[1] {
  return (answer) => {
    if (answer.status === 200) editJson(answer, change);
  };
}

function changeIf(code: number, change: Parameters<typeof at>[1]): Parameters<typeof at>[1] {
  return (answer, request, memory) => {
    if (answer.status === code) return change(answer, request, memory);
  };
}

/** Turns the first or the second 502 into a success, in the order the suite provokes them. */
function nth502(wanted: number): Parameters<typeof at>[1] {
  return changeIf(502, (answer, request, memory) => {
    memory.set("n", (memory.get("n") ?? 0) + 1);
    if (memory.get("n") === wanted) return success({ name: "Ada" })(answer, request, memory);
  });
}

/** Changes every answer but the first to the same refresh token. */
function again(change: (answer: PlainAnswer) => void): Parameters<typeof at>[1] {
  return (answer, request, memory) => {
    const key = String(inner(bodyOf(request), "fields")["refresh_token"]);
    if (memory.has(key)) change(answer);
    memory.set(key, 1);
  };
}

function editRedirect(raw: Writable, change: (query: URLSearchParams) => void): void {
  const url = new URL(String(raw["redirect_uri"]));
  change(url.searchParams);
  raw["redirect_uri"] = url.href;
}

function hasCallback({ query, body }: PlainRequest): boolean {
  return query.has("callback_uri") || body.includes("callback_uri");
}

/** Hands the callback address on without its query. */
function withoutState(request: PlainRequest): PlainRequest {
  if (request.path !== "/oauth1/v1/authorize") return request;
  return { ...request, body: request.body.replace(/\?state=[^"]*/, "") };
}

function lacksCallback(request: PlainRequest): boolean {
  return !hasCallback(request);
}

function hasVerifier(request: PlainRequest): boolean {
  return typeof bodyOf(request)["oauth_verifier"] === "string";
}

function lacksVerifier(request: PlainRequest): boolean {
  return !hasVerifier(request);
}

function hasCode(request: PlainRequest): boolean {
  return typeof bodyOf(request)["code"] === "string";
}

function lacksCode(request: PlainRequest): boolean {
  return !hasCode(request);
}

function first(): boolean {
  return true;
}

function isExpiring(request: PlainRequest): boolean {
  return bodyOf(request)["id"] === "oauth2" && !isLasting(request);
}

function isLasting(request: PlainRequest): boolean {
  const expiry = Date.parse(String(inner(bodyOf(request), "fields")["expires_on"]));
  return expiry - Date.now() > 300_000;
}

function isOAuth2(request: PlainRequest): boolean {
  return bodyOf(request)["id"] === "oauth2";
}

/** Forbids lasting tokens that came from a refresh, or those that did not. */
function byOrigin(refreshed: boolean): Parameters<typeof at>[1] {
  return (answer, request, memory) => {
    if (!isLasting(request))
      return editJson(answer, (raw) => void memory.set(String(raw["access_token"]), 1));
    if (memory.has(String(inner(bodyOf(request), "fields")["access_token"])) === refreshed) {
      return forbidden(answer, request, memory);
    }
  };
}
