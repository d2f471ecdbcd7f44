import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { people, projectIds, tasks, tokens, users } from "./data.mjs";
import { declares, fault, filterOf, serious, wrap } from "./fault.mjs";

const rows = [
  "filters",
  "data",
  "datalist",
  "dates",
  "streaming",
  "formats",
  "schema",
  "errors",
  "security",
  "sources",
];
const form = ["application", "accounts", "fields", "sources", "security", "datalist", "filters"];
const account = ["validate", "oauth2", "security", "errors", "data"];
const oauth = { account: "none", provider: true };

/**
 * Faults that were not used to tune the requirements. The share of them that is found estimates how many
 * unknown faults would be found.
 */
export const faults = [
  serious("kept-project-contains", "The list filter compares the beginning only", rows, (parts) => {
    parts.tests.project = (row, value) => row.project[0] >= String(value)[0];
  }),
  serious("kept-team-of-first", "The filter team always gives one team", rows, (parts) => {
    parts.tests.team = (row) => row.team === "red";
  }),
  serious("kept-labels-negated", "Chosen labels are left out instead of shown", rows, (parts) => {
    parts.tests.labels = (row, value) => !row.labels.some((label) => [value].flat().includes(label));
  }),
  serious("kept-labels-one-as-all", "One chosen value is right, two give everything", rows, (parts) => {
    wrap(
      parts.tests,
      "labels",
      (before) => (row, value) => ([value].flat().length > 1 ? true : before(row, value)),
    );
  }),
  serious("kept-member-ignored", "The dependent filter is never applied", rows, (parts) => {
    parts.tests.member = () => true;
  }),
  serious("kept-date-by-created-day-only", "A range compares the day of the month", rows, (parts) => {
    parts.inRange = (text, value) =>
      typeof value !== "object" || new Date(text).getUTCDate() >= new Date(value._min ?? 0).getUTCDate();
  }),
  serious("kept-date-local", "Days are read in the zone of the server", rows, (parts) => {
    wrap(
      parts,
      "instant",
      (before) => (text, end) => before(text, end) - (/^\d{4}-\d\d-\d\d$/.test(text) ? 11 * 3_600_000 : 0),
    );
  }),
  serious("kept-max-exclusive-day", "A range of one day is empty", rows, (parts) => {
    wrap(
      parts,
      "inRange",
      (before) => (text, value) =>
        typeof value === "object" && String(value._min).slice(0, 10) === String(value._max).slice(0, 10)
          ? false
          : before(text, value),
    );
  }),
  serious("kept-limit-hidden", "Without a filter at most 25 rows come", rows, (parts) => {
    parts.page = (list) => list.slice(0, 25);
  }),
  serious("kept-first-twice", "The first row of every page comes twice", rows, (parts) => {
    parts.page = (list) => list.flatMap((row, index) => (index % 20 === 0 ? [row, row] : [row]));
  }),
  fault("kept-nested", "Rows hide their values in an object", rows, (parts) => {
    parts.page = (list) => list.map(({ id, ...attributes }) => ({ id, attributes }));
  }),
  fault("kept-epoch", "Dates are milliseconds where the schema says date", rows, (parts) => {
    parts.page = (list) =>
      list.map((row) => (row.created ? { ...row, created: String(Date.parse(row.created)) } : row));
  }),
  fault("kept-array-joined", "Arrays are joined where the schema says array", rows, (parts) => {
    parts.page = (list) => list.map((row) => (row.labels ? { ...row, labels: row.labels.join(";") } : row));
  }),
  fault("kept-plain-text-error", "Rows that fail are a sentence with 200", rows, (parts) => {
    parts.sendRows = (response) =>
      response.writeHead(200, { "content-type": "text/plain" }).end("Internal error, try later");
  }),
  fault("kept-two-arrays", "Every page is an array of its own", rows, (parts) => {
    parts.sendRows = (response, list) =>
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(`${JSON.stringify(list.slice(0, 1))}${JSON.stringify(list.slice(1))}`);
  }),
  fault("kept-length-short", "Content-Length is too small for the rows", rows, (parts) => {
    parts.sendRows = (response, list) => {
      const text = JSON.stringify(list);
      response
        .writeHead(200, { "content-type": "application/json", "content-length": Math.floor(text.length / 2) })
        .end(text.slice(0, Math.floor(text.length / 2)));
    };
  }),
  fault("kept-gzip-label", "The answer is labelled gzip and is not", rows, (parts) => {
    parts.sendRows = (response, list) =>
      response
        .writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" })
        .end(JSON.stringify(list));
  }),
  serious("kept-shell", "A text filter is put into a shell command", rows, (parts) => {
    parts.tests.title = (row, value) => {
      if (/[;`$|&]/.test(value))
        throw new Error(`sh: ${execFileSync("echo", ["syntax error near"]).toString().trim()} ${value}`);
      return row.title.includes(value);
    };
  }),
  serious("kept-traversal-encoded", "An encoded path in a filter is decoded and read", rows, (parts) => {
    wrap(parts, "data", (before) => async (body) => {
      const name = decodeURIComponent(
        String(body.filter?.project ?? "")
          .replaceAll("%", "%25")
          .replaceAll("%252", "%2"),
      );
      if (name.includes(".."))
        return [{ line: readFileSync(`/${name.replace(/^(?:\.\.\/)+/, "")}`, "utf8") }];
      return before(body);
    });
  }),
  serious("kept-regexp", "A text filter is used as a pattern and breaks on a bracket", rows, (parts) => {
    parts.tests.title = (row, value) => new RegExp(value, "i").test(row.title);
  }),
  serious("kept-tostring-source", "A source called toString gives rows", rows, (parts) => {
    const table = { tasks: () => tasks, projects: () => [] };
    wrap(parts, "data", (before) => async (body) => {
      if (typeof body.source === "string" && !Object.hasOwn(table, body.source) && table[body.source])
        return [];
      return before(body);
    });
  }),
  fault("kept-member-500", "A missing dependent value is answered with 500", rows, (parts) => {
    wrap(
      parts,
      "options",
      (before) => (query) => (query.field === "member" ? people[query.team].slice() : before(query)),
    );
  }),
  serious(
    "kept-datalist-other-field",
    "Every datalist gives the options of the first field",
    rows,
    (parts) => {
      parts.options = ({ source, field: id }) => {
        if (source !== "tasks" || !["project", "member"].includes(id))
          throw Object.assign(new Error("Unknown"), { status: 400 });
        return projectIds;
      };
    },
  ),
  serious("kept-datalist-any-token", "Options are given to any token", rows, (parts) => {
    wrap(parts, "datalist", () => async (query, flat) => {
      if (!flat?.auth) throw Object.assign(new Error("account required"), { status: 401 });
      return parts.options(query).map((value) => ({ title: value, value }));
    });
  }),
  fault("kept-datalist-null-title", "Options have no title", rows, (parts) => {
    wrap(
      parts,
      "datalist",
      (before) =>
        async (...given) =>
          (await before(...given)).map(({ value }) => ({ title: null, value })),
    );
  }),
  fault("kept-auth-object", "authentication is an object", form, (parts) =>
    declares(parts, (raw) => {
      [raw.authentication] = raw.authentication;
    }),
  ),
  fault("kept-oauth1-id", "The OAuth 1 kind is called oauth1", form, (parts) =>
    declares(parts, (raw) => {
      raw.authentication.push({
        id: "oauth1",
        name: "OAuth 1",
        fields: [{ id: "callback_uri", title: "callback_uri", type: "oauth" }],
      });
    }),
  ),
  fault("kept-kind-twice", "Two account kinds have one id", form, (parts) =>
    declares(parts, (raw) => {
      raw.authentication[1].id = "token";
    }),
  ),
  fault("kept-filter-object", "The filter of a source is an object", form, (parts) =>
    declares(parts, (raw) => {
      raw.sources[0].filter = Object.fromEntries(raw.sources[0].filter.map((one) => [one.id, one]));
    }),
  ),
  fault("kept-list-without-options", "A list has no options at all", form, (parts) =>
    declares(parts, (raw) => {
      delete filterOf(raw, "team").data;
    }),
  ),
  fault("kept-get-needs-account", "GET / asks for a key", form, (parts) => {
    parts.routes["GET /"] = (_request, response) => parts.send(response, 401, { message: "Key missing" });
  }),
  serious("kept-bearer-length", "Every token with the right beginning is valid", account, (parts) => {
    wrap(
      parts,
      "signIn",
      (before) => async (kind, fields) =>
        kind === "token" && [...tokens.keys()].some((one) => String(fields.token).startsWith(one))
          ? { name: "Ada" }
          : before(kind, fields),
    );
  }),
  serious(
    "kept-login-case",
    "The password is compared without case",
    account,
    (parts) => {
      wrap(parts, "signIn", (before) => async (kind, fields) => {
        const known = users.get(fields.user)?.password.toLowerCase();
        return kind === "login" && known !== undefined && known === String(fields.password).toLowerCase()
          ? { name: "Ada L." }
          : before(kind, fields);
      });
    },
    { account: "login" },
  ),
  serious("kept-secret-as-name", "The name of the account is the token", account, (parts) => {
    wrap(parts, "validate", (before) => async (body) => ({
      ...(await before(body)),
      name: `Token ${body.fields?.token}`,
    }));
  }),
  fault("kept-validate-204", "A valid account is answered 204 without a body", account, (parts) => {
    parts.routes["POST /validate"] = async (request, response) => {
      await parts.validate(request.parsed);
      response.writeHead(204).end();
    };
  }),
  serious("kept-validate-true", "A wrong account is answered {valid: false} with 200", account, (parts) => {
    wrap(parts, "validate", (before) => async (body) => before(body).catch(() => ({ valid: false })));
  }),
  serious(
    "kept-undefined-everywhere",
    "redirect_uri is made of undefined",
    account,
    (parts) => {
      parts.oauth.provider.authorize = undefined;
    },
    oauth,
  ),
  serious(
    "kept-state-twice-encoded",
    "The state is encoded twice",
    account,
    (parts) => {
      wrap(
        parts.oauth,
        "start",
        (before) => (body) => before({ ...body, state: encodeURIComponent(body.state ?? "") }),
      );
    },
    oauth,
  ),
  serious(
    "kept-unvalidated-name",
    "The finished account gets a fixed name and is never tried",
    account,
    (parts) => {
      parts.oauth.finish = async (body) => ({
        ...(await parts.oauth.token({
          grant_type: "authorization_code",
          code: body.code,
          redirect_uri: body.fields?.callback_uri ?? "",
        })),
        name: "OAuth account",
      });
    },
    oauth,
  ),
  serious(
    "kept-expiry-past",
    "The expiry is written in seconds as if they were milliseconds",
    account,
    (parts) => {
      wrap(parts.oauth, "read", (before) => (answer) => ({
        ...before(answer),
        expires_on: new Date(Date.now() / 1000 + answer.expires_in).toISOString(),
      }));
    },
    oauth,
  ),
  serious(
    "kept-refresh-loses-access",
    "The answer to a refresh lacks the access token",
    account,
    (parts) => {
      wrap(parts.oauth, "validate", (before) => async (fields) => {
        const { access_token, ...others } = await before(fields);
        return parts.oauth.isDue(fields) ? others : { ...others, access_token };
      });
    },
    oauth,
  ),
  serious(
    "kept-refresh-failure-quiet",
    "A refresh that fails is answered with the old account",
    account,
    (parts) => {
      parts.oauth.validate = async (fields) => {
        if (!parts.oauth.isDue(fields)) return { ...fields, ...(await parts.oauth.identify(fields)) };
        const fresh = await parts.oauth.refresh(fields).catch(() => fields);
        return { ...fields, ...fresh, name: "Ada" };
      };
    },
    oauth,
  ),
];
