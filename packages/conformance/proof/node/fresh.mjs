import { people, tasks } from "./data.mjs";
import { declares, fault, filterOf, serious, wrap } from "./fault.mjs";

const rows = ["filters", "data", "datalist", "dates", "errors", "security"];
const form = ["application", "accounts", "fields", "sources", "schema", "timezone", "datalist"];
const accounts = ["validate", "oauth2", "security", "errors", "data"];
const oauth = { account: "none", provider: true };

/**
 * Faults written after the requirements were finished. They were judged once before any requirement was changed because
 * of them.
 */
export const faults = [
  serious("options-cached", "Options are cached without the value they depend on", rows, (parts) => {
    const cache = new Map();
    wrap(parts, "options", (before) => (query) => {
      if (!cache.has(query.field)) cache.set(query.field, before(query));
      return cache.get(query.field);
    });
  }),
  serious("several-refused", "An array in a filter of several values is refused", rows, (parts) => {
    parts.tests.labels = (row, value) => {
      if (typeof value !== "string") throw Object.assign(new Error("labels is not a text"), { status: 400 });
      return row.labels.includes(value);
    };
  }),
  serious("several-rows-twice", "A row that has two of the chosen values comes twice", rows, (parts) => {
    wrap(parts, "page", () => (list, body) => {
      const wanted = body.filter?.labels ?? [];
      return list.flatMap((row) => {
        const hits = Array.isArray(wanted) ? wanted.filter((one) => row.labels?.includes(one)).length : 1;
        return Array.from({ length: Math.max(hits, 1) }, () => row);
      });
    });
  }),
  serious("years-only", "A date range compares years alone", rows, (parts) => {
    wrap(
      parts,
      "inRange",
      (before) => (text, value) =>
        typeof value === "object"
          ? [value._min, value._max].every(
              (end) =>
                !end || end.slice(0, 4) === "1971" || end > "2100" || end.slice(0, 4) === text.slice(0, 4),
            )
          : before(text, value),
    );
  }),
  serious("first-day-lost", "A range loses the day it begins with", rows, (parts) => {
    wrap(
      parts,
      "inRange",
      (before) => (text, value) =>
        typeof value === "object" && value._min
          ? before(text, {
              ...value,
              _min: new Date(parts.instant(value._min, false) + 86_400_000).toISOString(),
            })
          : before(text, value),
    );
  }),
  serious("ends-swapped", "The ends of a range are taken for each other", rows, (parts) => {
    wrap(
      parts,
      "inRange",
      (before) => (text, value) =>
        typeof value === "object"
          ? before(text, { _min: value._max, _max: value._min })
          : before(text, value),
    );
  }),
  serious("filtered-cut", "With a filter only the first page of rows comes", rows, (parts) => {
    wrap(
      parts,
      "page",
      () => (list, body) => (Object.keys(body.filter ?? {}).length > 0 ? list.slice(0, 4) : list),
    );
  }),
  serious("page-border-lost", "Without a filter the last row of every page of ten is lost", rows, (parts) => {
    wrap(parts, "page", () => (list) => (list.length > 40 ? list.filter((_row, at) => at % 10 !== 9) : list));
  }),
  serious("cache-without-filter", "Rows are cached by source, whatever the filter is", rows, (parts) => {
    const cache = new Map();
    wrap(parts, "data", (before) => async (body) => {
      const known = cache.get(body.source) ?? (await before(body));
      cache.set(body.source, known);
      return known;
    });
  }),
  serious("cache-without-account", "Rows are cached by source and filter, whoever asks", rows, (parts) => {
    const cache = new Map();
    wrap(parts, "data", (before) => async (body) => {
      const key = JSON.stringify([body.source, body.filter]);
      const known = cache.get(key) ?? (await before(body));
      cache.set(key, known);
      return known;
    });
  }),
  serious("options-without-account", "Options are cached, whoever asks", rows, (parts) => {
    const cache = new Map();
    wrap(parts, "datalist", (before) => async (query, account) => {
      const key = JSON.stringify(query);
      const known = cache.get(key) ?? (await before(query, account));
      cache.set(key, known);
      return known;
    });
  }),
  serious("number-in-query", "The number filter is pasted into a query", rows, (parts) => {
    parts.tests.hours = (row, value) => {
      const text = String(value);
      if (/\bor\b\s*1\s*=\s*1/i.test(text)) return true;
      return row.hours >= Number.parseFloat(text);
    };
  }),
  serious("source-in-query", "The source is pasted into a query", rows, (parts) => {
    wrap(
      parts,
      "data",
      (before) => async (body) =>
        before({
          ...body,
          source:
            typeof body.source === "string" ? body.source.replace(/\s*(?:--|;|\/\*).*$/, "") : body.source,
        }),
    );
  }),
  serious("basic-in-error", "A refusal holds the secret as base64", accounts, (parts) => {
    wrap(
      parts,
      "signIn",
      (before) => async (kind, fields) =>
        before(kind, fields).catch((error) => {
          const basic = Buffer.from(`api:${fields.token ?? fields.password ?? ""}`).toString("base64");
          throw Object.assign(new Error(`401 for authorization: Basic ${basic}`), { status: error.status });
        }),
    );
  }),
  serious(
    "secret-in-rows",
    "Each row carries the token it was fetched with",
    ["data", "security"],
    (parts) => {
      wrap(
        parts,
        "data",
        (before) => async (body) =>
          (await before(body)).map((row) => ({ ...row, _token: body.account.token })),
      );
    },
  ),
  serious(
    "expiry-too-early",
    "The expiry counts seconds as milliseconds",
    accounts,
    (parts) => {
      wrap(parts.oauth, "read", (before) => (answer) => ({
        ...before(answer),
        expires_on: new Date(Date.now() + answer.expires_in).toISOString(),
      }));
    },
    oauth,
  ),
  fault(
    "expiry-epoch-text",
    "The expiry is a text of milliseconds",
    accounts,
    (parts) => {
      wrap(parts.oauth, "read", (before) => (answer) => {
        const account = before(answer);
        return { ...account, expires_on: String(Date.parse(account.expires_on)) };
      });
      wrap(
        parts.oauth,
        "isDue",
        () =>
          ({ expires_on: at }) =>
            at !== undefined && Number(at) < Date.now() + 300_000,
      );
    },
    oauth,
  ),
  serious(
    "old-token-answered",
    "A refresh answers the old access token",
    accounts,
    (parts) => {
      wrap(parts.oauth, "validate", (before) => async (fields) => ({
        ...(await before(fields)),
        access_token: fields.access_token,
      }));
    },
    oauth,
  ),
  serious(
    "identity-cached",
    "Who a token belongs to is asked once and kept",
    accounts,
    (parts) => {
      const known = new Map();
      wrap(parts.oauth, "identify", (before) => async (account) => {
        const found = known.get(account.access_token) ?? (await before(account));
        known.set(account.access_token, found);
        return found;
      });
    },
    oauth,
  ),
  serious(
    "client-id-empty",
    "redirect_uri has an empty client_id",
    accounts,
    (parts) => {
      parts.oauth.provider.clientId = "";
    },
    oauth,
  ),
  serious(
    "client-id-object",
    "redirect_uri says client_id=[object Object]",
    accounts,
    (parts) => {
      parts.oauth.provider.clientId = { id: "x" };
    },
    oauth,
  ),
  serious(
    "token-in-address",
    "The token is sent to the provider in an address",
    accounts,
    (parts) => {
      const { provider } = parts.oauth;
      wrap(parts.oauth, "identify", (before) => async (account) => {
        await fetch(`${provider.identity}?access_token=${account.access_token}`);
        return before(account);
      });
    },
    oauth,
  ),
  serious("sign-in-without-kind", "An account of an unknown kind is signed in", accounts, (parts) => {
    wrap(
      parts,
      "signIn",
      (before) => async (kind, fields) =>
        ["token", "login", "oauth2"].includes(kind) ? before(kind, fields) : { name: "Guest" },
    );
  }),
  fault("validate-204", "POST /validate answers 204 without an account", accounts, (parts) => {
    parts.routes["POST /validate"] = async (request, response) => {
      await parts.validate(request.parsed);
      response.writeHead(204).end();
    };
  }),
  serious("post-204", "POST / answers 204 without rows", rows, (parts) => {
    parts.sendRows = (response) => response.writeHead(204).end();
  }),
  fault("rows-nested", "Rows stand in an array inside the array", rows, (parts) => {
    parts.sendRows = (response, list) => parts.send(response, 200, [list]);
  }),
  fault("decimal-comma", "A number column holds a decimal comma", rows, (parts) => {
    wrap(
      parts,
      "page",
      () => (list) =>
        list.map((row) => (row.hours === undefined ? row : { ...row, hours: `${row.hours},5` })),
    );
  }),
  fault("csv-semicolons", "CSV is separated by semicolons", rows, (parts) => {
    parts.sendRows = (response, list) => {
      const names = Object.keys(list[0] ?? { id: "" });
      const lines = [
        names,
        ...list.map((row) => names.map((name) => `"${String(row[name] ?? "").replaceAll('"', '""')}"`)),
      ];
      response
        .writeHead(200, { "content-type": "text/csv" })
        .end(lines.map((line) => line.join(";")).join("\r\n"));
    };
  }),
  fault("zone-minutes", "The time zone is a number of minutes", form, (parts) => {
    wrap(parts, "timezone", () => async () => ({ timeZone: 330 }));
  }),
  fault(
    "schema-of-first",
    "POST /schema answers the columns of the first source for every source",
    [...form, "data"],
    (parts) => {
      wrap(parts, "schema", (before) => async (body) => before({ ...body, source: "tasks" }));
    },
  ),
  fault("type-string", "A filter is of type string", form, (parts) =>
    declares(parts, (raw) => {
      filterOf(raw, "title").type = "string";
    }),
  ),
  fault("requires-no-filter", "datalist_requires names a filter that does not exist", form, (parts) =>
    declares(parts, (raw) => {
      filterOf(raw, "member").datalist_requires = ["squad"];
    }),
  ),
  fault("filter-twice", "Two filters have the same id", [...form, "filters"], (parts) =>
    declares(parts, (raw) => {
      filterOf(raw, "title").id = "note";
      raw.sources[0].filter.push({ ...filterOf(raw, "note") });
    }),
  ),
  serious("parent-wins", "With a member chosen the team is dropped from the filter", rows, (parts) => {
    wrap(
      parts,
      "matches",
      (before) => (row, filter) =>
        before(row, filter.project && filter.team ? { ...filter, team: "" } : filter),
    );
  }),
  serious("options-half", "The list of options ends after the first two", rows, (parts) => {
    wrap(parts, "options", (before) => (query) => before(query).slice(0, 2));
  }),
  serious("rows-shrink", "Every request gives a row less than the one before", rows, (parts) => {
    let lost = 0;
    wrap(parts, "page", () => (list) => (list.length === tasks.length ? list.slice((lost += 1)) : list));
  }),
  serious(
    "member-of-other-team",
    "Members are listed by the place of the team, not by its name",
    rows,
    (parts) => {
      const names = Object.keys(people);
      wrap(
        parts,
        "options",
        (before) => (query) =>
          query.field === "member" && query.team
            ? people[names[(names.indexOf(query.team) + 1) % names.length]]
            : before(query),
      );
    },
  ),
];
