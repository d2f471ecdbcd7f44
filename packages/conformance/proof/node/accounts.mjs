import { users } from "./data.mjs";
import { fault, serious, wrap } from "./fault.mjs";

const areas = ["validate", "oauth2", "security", "errors", "data"];
const oauth = { account: "none", provider: true };

/** Faults of accounts, their validation and their setup. */
export const faults = [
  serious("validate-always", "Every account is valid", areas, (parts) => {
    parts.validate = async (body) => ({ ...body.fields, name: "Account" });
  }),
  serious("validate-only-shape", "A token of the right length is valid", areas, (parts) => {
    wrap(
      parts,
      "validate",
      (before) => async (body) =>
        String(body.fields?.token).length > 8 ? { ...body.fields, name: "Account" } : before(body),
    );
  }),
  serious(
    "validate-error-200",
    "A wrong account is answered with 200 and an error inside",
    areas,
    (parts) => {
      wrap(
        parts,
        "validate",
        (before) => async (body) => before(body).catch((error) => ({ error: error.message })),
      );
    },
  ),
  fault("validate-500", "A wrong account is answered with 500", areas, (parts) => {
    wrap(parts, "validate", (before) => async (body) => before(body).catch(() => undefined.name));
  }),
  fault("validate-missing", "POST /validate is not there", areas, (parts) => {
    delete parts.routes["POST /validate"];
  }),
  fault("validate-no-name", "The answer has no name", areas, (parts) => {
    wrap(parts, "validate", (before) => async (body) => ({ ...(await before(body)), name: undefined }));
  }),
  fault("validate-text", "The answer is a text", areas, (parts) => {
    wrap(parts, "validate", (before) => async (body) => (await before(body)).name);
  }),
  fault("validate-array", "The answer is an array", areas, (parts) => {
    wrap(parts, "validate", (before) => async (body) => [await before(body)]);
  }),
  fault("error-empty", "Refusals have no text", areas, (parts) => {
    parts.sendError = (response, error) => parts.send(response, error.status ?? 500, {});
  }),
  fault(
    "stored-members-refused",
    "A stored account with the platform's members is refused",
    areas,
    (parts) => {
      wrap(parts, "validate", (before) => async (body) => {
        if ("_id" in (body.fields ?? {}))
          throw Object.assign(new Error("Unknown member _id"), { status: 400 });
        return before(body);
      });
    },
  ),
  serious("second-user", "The account of the last validation is used for everybody", areas, (parts) => {
    let last;
    wrap(parts, "signIn", (before) => async (kind, fields) => {
      last = await before(kind, fields).catch((error) => {
        if (last === undefined) throw error;
        return last;
      });
      return last;
    });
  }),
  serious(
    "user-enumeration-500",
    "An unknown user is answered with 500",
    areas,
    (parts) => {
      wrap(parts, "signIn", (before) => async (kind, fields) => {
        if (kind === "login") users.get(fields.user).name.trim();
        return before(kind, fields);
      });
    },
    { account: "login" },
  ),
  fault(
    "oauth-start-missing",
    "The start of OAuth is not there",
    areas,
    (parts) => {
      delete parts.routes["POST /oauth2/v1/authorize"];
    },
    oauth,
  ),
  serious(
    "client-id-undefined",
    "redirect_uri says client_id=undefined",
    areas,
    (parts) => {
      parts.oauth.provider.clientId = undefined;
    },
    oauth,
  ),
  serious(
    "state-lost",
    "redirect_uri lacks the state",
    areas,
    (parts) => {
      wrap(parts.oauth, "start", (before) => (body) => before({ ...body, state: undefined }));
    },
    oauth,
  ),
  serious(
    "callback-fixed",
    "redirect_uri leads back to a fixed address",
    areas,
    (parts) => {
      wrap(
        parts.oauth,
        "start",
        (before) => (body) => before({ ...body, callback_uri: "http://localhost:3000/callback" }),
      );
    },
    oauth,
  ),
  fault(
    "redirect-named-url",
    "The start answers url instead of redirect_uri",
    areas,
    (parts) => {
      wrap(parts.oauth, "start", (before) => (body) => ({ url: before(body).redirect_uri }));
    },
    oauth,
  ),
  fault(
    "redirect-relative",
    "redirect_uri is relative",
    areas,
    (parts) => {
      wrap(parts.oauth, "start", (before) => (body) => ({
        redirect_uri: before(body).redirect_uri.replace(/^https?:\/\/[^/]+/, ""),
      }));
    },
    oauth,
  ),
  serious(
    "client-secret-in-redirect",
    "redirect_uri holds the client secret",
    areas,
    (parts) => {
      wrap(parts.oauth, "start", (before) => (body) => ({
        redirect_uri: `${before(body).redirect_uri}&client_secret=${parts.oauth.provider.clientSecret}`,
      }));
    },
    oauth,
  ),
  serious(
    "account-unvalidated",
    "The finished account is returned without asking the provider who it is",
    areas,
    (parts) => {
      parts.oauth.finish = async (body) =>
        parts.oauth.token({
          grant_type: "authorization_code",
          code: body.code,
          redirect_uri: body.fields?.callback_uri ?? "",
        });
    },
    oauth,
  ),
  serious(
    "code-not-exchanged",
    "The code is returned as the token",
    areas,
    (parts) => {
      parts.oauth.finish = async (body) => ({ access_token: body.code, name: "Account" });
      parts.oauth.identify = async () => ({ name: "Account" });
    },
    oauth,
  ),
  serious(
    "oauth-validate-never-asks",
    "POST /validate never asks the provider",
    areas,
    (parts) => {
      parts.oauth.validate = async (fields) => ({ ...fields, name: "Ada" });
    },
    oauth,
  ),
  serious(
    "no-refresh",
    "An expired token is never refreshed",
    areas,
    (parts) => {
      parts.oauth.isDue = () => false;
    },
    oauth,
  ),
  fault(
    "refresh-when-over",
    "A token is refreshed only once it has expired",
    areas,
    (parts) => {
      parts.oauth.isDue = ({ expires_on: at }) => at !== undefined && Date.parse(at) < Date.now();
    },
    oauth,
  ),
  serious(
    "rows-of-first-token",
    "Rows are read only with tokens of a setup, not with refreshed ones",
    areas,
    (parts) => {
      const first = new Set();
      wrap(parts.oauth, "finish", (before) => async (body) => {
        const account = await before(body);
        first.add(account.access_token);
        return account;
      });
      wrap(parts, "data", (before) => async (body) => {
        if (parts.kindOf(body.account) === "oauth2" && !first.has(body.account.access_token))
          throw Object.assign(new Error("The token was not accepted"), { status: 401 });
        return before(body);
      });
    },
    oauth,
  ),
  serious(
    "oauth-filter-ignored",
    "With a token of the third party, a filter is ignored",
    ["filters"],
    (parts) => {
      wrap(
        parts,
        "data",
        (before) => async (body) =>
          before(
            parts.kindOf(body.account) === "oauth2"
              ? { ...body, filter: { ...body.filter, done: undefined } }
              : body,
          ),
      );
    },
    oauth,
  ),
  serious(
    "refresh-checks-old",
    "After a refresh the old token is checked",
    areas,
    (parts) => {
      parts.oauth.validate = async (fields) => {
        const fresh = parts.oauth.isDue(fields) ? await parts.oauth.refresh(fields) : {};
        return { ...fields, ...fresh, ...(await parts.oauth.identify(fields)) };
      };
    },
    oauth,
  ),
  serious(
    "refresh-unchecked",
    "After a refresh nothing is checked",
    areas,
    (parts) => {
      wrap(
        parts.oauth,
        "validate",
        (before) => async (fields) =>
          parts.oauth.isDue(fields)
            ? { ...fields, ...(await parts.oauth.refresh(fields)), name: "Ada" }
            : before(fields),
      );
    },
    oauth,
  ),
  serious(
    "refresh-token-dropped",
    "The answer to a refresh lacks the refresh token",
    areas,
    (parts) => {
      wrap(parts.oauth, "validate", (before) => async (fields) => ({
        ...(await before(fields)),
        refresh_token: undefined,
      }));
    },
    oauth,
  ),
  serious(
    "refresh-token-spent",
    "The answer to a refresh holds the refresh token that was spent",
    areas,
    (parts) => {
      wrap(parts.oauth, "validate", (before) => async (fields) => ({
        ...(await before(fields)),
        refresh_token: fields.refresh_token,
      }));
    },
    oauth,
  ),
  serious(
    "refresh-token-never-given",
    "The finished account lacks the refresh token",
    areas,
    (parts) => {
      wrap(parts.oauth, "read", (before) => (answer) => ({ ...before(answer), refresh_token: undefined }));
    },
    oauth,
  ),
  serious(
    "expiry-seconds",
    "expires_on is a number of seconds",
    areas,
    (parts) => {
      wrap(parts.oauth, "read", (before) => (answer) => ({
        ...before(answer),
        expires_on: answer.expires_in,
      }));
    },
    oauth,
  ),
  serious(
    "expiry-no-zone",
    "expires_on has no zone",
    areas,
    (parts) => {
      wrap(parts.oauth, "read", (before) => (answer) => {
        const account = before(answer);
        return { ...account, expires_on: account.expires_on.slice(0, 19).replace("T", " ") };
      });
    },
    oauth,
  ),
  serious(
    "secret-in-token-address",
    "The token request carries the client secret in its address",
    areas,
    (parts) => {
      const { provider } = parts.oauth;
      wrap(parts.oauth, "token", () => async (body) => {
        const query = new URLSearchParams({
          client_id: provider.clientId,
          client_secret: provider.clientSecret,
        });
        const answer = await fetch(`${provider.token}?${query}`, {
          method: "POST",
          body: new URLSearchParams({
            ...body,
            client_id: provider.clientId,
            client_secret: provider.clientSecret,
          }),
        });
        if (answer.status !== 200) throw Object.assign(new Error("Refused"), { status: 401 });
        return parts.oauth.read(await answer.json());
      });
    },
    oauth,
  ),
  fault(
    "refused-code-500",
    "A code that is refused is answered with 500",
    areas,
    (parts) => {
      wrap(
        parts.oauth,
        "token",
        (before) => async (body) => before(body).catch(() => undefined.access_token),
      );
    },
    oauth,
  ),
  serious(
    "refused-code-200",
    "A code that is refused is answered with 200 and no token",
    areas,
    (parts) => {
      wrap(
        parts.oauth,
        "token",
        (before) => async (body) => before(body).catch((error) => ({ error: error.message })),
      );
      parts.oauth.identify = async () => ({ name: "Account" });
    },
    oauth,
  ),
];
