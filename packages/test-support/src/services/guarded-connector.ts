import {
  accountInvalid,
  basic,
  type Connector,
  defineConnector,
  fields,
  password,
  text,
  token,
} from "@wellhead/sdk";

/** Correct passwords by host and user. */
const right: Readonly<Record<string, string>> = {
  "db.example ada": "right",
  "db.example eve": "eve",
  "other.example ada": "right",
};

/**
 * Creates a connector that accepts only the correct passwords.
 *
 * @param asked - Called for each request to its upstream
 * @returns The connector
 */
export function guardedConnector(asked: () => void = () => undefined): Connector {
  const check = (host: string, user: string, secret: string): void => {
    asked();
    if (right[`${host} ${user}`] !== secret)
      throw accountInvalid("Could not sign in: the password is wrong.");
  };
  return defineConnector({
    id: "guarded",
    name: "Guarded",
    version: "1",
    description: "Asks for passwords",
    accounts: {
      database: fields({
        title: "Database",
        fields: { host: text(), user: text(), password: password(), note: text({ optional: true }) },
      }),
      basic: basic(),
      token: token(),
    },
    identify: async ({ account }) => {
      if (account.kind === "database") check(account.host, account.user, account.password.reveal());
      else if (account.kind === "basic") check("db.example", account.user, account.password.reveal());
      else if (account.token.reveal() !== "right-token")
        throw accountInvalid("Could not sign in: the token is wrong.");
      return { name: "Ada" };
    },
    sources: (source) => ({
      open: source({ name: "Open", rows: () => [{ id: 1 }] }),
      closed: source({
        name: "Closed",
        filter: { city: text({ optional: true }) },
        rows: ({ account }) => {
          if (account.kind === "database") check(account.host, account.user, account.password.reveal());
          return [{ id: 1 }];
        },
      }),
    }),
  });
}
