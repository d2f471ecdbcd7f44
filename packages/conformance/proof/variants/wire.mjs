// Legal differences of responses, accounts and sources.
const cell = (value) => {
  const text =
    value === null || value === undefined ? "" : Array.isArray(value) ? value.join(", ") : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
const csv =
  (lineEnd, type = "text/csv; charset=utf-8") =>
  (parts) => {
    const { write } = parts;
    const names = Object.keys(parts.world.columns);
    parts.write = (value, about) =>
      about.isRows
        ? [
            200,
            { "content-type": type },
            [names.join(","), ...value.map((row) => names.map((name) => cell(row[name])).join(","))]
              .map((line) => `${line}${lineEnd}`)
              .join(""),
          ]
        : write(value, about);
  };
const written = (change) => (parts) => {
  const { write } = parts;
  parts.write = (value, about) => change(write(value, about), { ...about, value }, parts);
};
const every = (count, refusal) =>
  written((answer, { path }, parts) =>
    parts.count % count === 0 && path !== "/no-such-path" ? refusal : answer,
  );
const json = { "content-type": "application/json" };

export const wire = {
  CSV: csv("\r\n"),
  "CSV with plain line feeds": csv("\n"),
  "CSV without a type": csv("\n", "text/plain"),
  "JSON lines": (parts) => {
    const { write } = parts;
    parts.write = (value, about) =>
      about.isRows
        ? [
            200,
            { "content-type": "application/x-ndjson" },
            value.map((row) => `${JSON.stringify(row)}\n`).join(""),
          ]
        : write(value, about);
  },
  "indented JSON": written(([status, headers], { value }) => [
    status,
    headers,
    JSON.stringify(value, undefined, 2),
  ]),
  "escaped JSON": written(([status, headers, text]) => [
    status,
    headers,
    text.replace(/[\u0080-\uFFFF]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`),
  ]),
  "no content type": written(([status, , text]) => [status, {}, text]),
  compressed: written(([status, headers, text], { headers: asked }, parts) =>
    /gzip/.test(asked["accept-encoding"] ?? "")
      ? [status, { ...headers, "content-encoding": "gzip" }, parts.gzip(text)]
      : [status, headers, text],
  ),
  "a connection for each request": written(([status, headers, text]) => [
    status,
    { ...headers, connection: "close" },
    text,
  ]),
  "403 for a wrong account": (parts) => {
    const { signIn } = parts;
    parts.signIn = (account) => {
      try {
        signIn(account);
      } catch {
        throw new parts.Refusal(401, "The token was not accepted");
      }
    };
  },
  "errors with further members": written(([status, headers, text], { value }) => [
    status,
    headers,
    status >= 400
      ? JSON.stringify({ ...value, error: value.message, code: "refused", detail: { status } })
      : text,
  ]),
  "429 now and then": every(17, [429, { ...json, "retry-after": "0" }, '{"message": "Too many requests"}']),
  "503 with a time now and then": every(19, [503, { ...json, "retry-after": "0" }, '{"message": "Busy"}']),
  "rows that may not be read by this account": (parts) => {
    const { sources, data } = parts;
    parts.sources = () => [...sources(), { ...sources()[0], id: "secret", name: "Secret orders" }];
    parts.data = (body) => {
      const rows = data(body);
      if (body.source === "secret") throw new parts.Refusal(403, "Your role may not read secret orders");
      return rows;
    };
  },
  "a source without rows": (parts) => {
    const { sources, data } = parts;
    parts.sources = () => [...sources(), { ...sources()[0], id: "drafts", name: "Drafts" }];
    parts.data = (body) => (body.source === "drafts" ? (data(body), []) : data(body));
  },
  "a second way to sign in": (parts) => {
    const { kindsOfAccount } = parts;
    parts.kindsOfAccount = () => [
      ...kindsOfAccount(),
      {
        id: "login",
        name: "Password",
        fields: [
          { id: "user", title: "User", type: "text" },
          { id: "password", title: "Password", type: "password" },
        ],
      },
    ];
  },
  "a session from POST /validate": (parts) => {
    const { validate, check } = parts;
    parts.validate = (body) => ({ ...validate(body), session: "s-4471-9c" });
    parts.check = (body) => {
      check(body);
      if (body.account.session !== "s-4471-9c") throw new parts.Refusal(401, "Sign in first");
    };
  },
  "a logo": written(([status, headers, text], { path, method }) =>
    path === "/logo" && method === "GET"
      ? [
          200,
          { "content-type": "image/svg+xml" },
          '<svg xmlns="http://www.w3.org/2000/svg"><rect width="8" height="8"/></svg>',
        ]
      : [status, headers, text],
  ),
  "members in another order": (parts) => {
    const { data } = parts;
    parts.data = (body) =>
      data(body).map((row) =>
        Object.fromEntries(parts.count % 2 ? Object.entries(row).reverse() : Object.entries(row)),
      );
  },
};
