import { fields, password, text, url } from "@wellhead/sdk";

const address = url({ title: "Address of the API", placeholder: "https://api.example.org/v1" });
const check = text({
  title: "Path to try",
  description: "Path that answers with a good account only. Empty: the account is not tried",
  optional: true,
});

/** Account kinds for any API. The user enters the API's address. */
export const openAccounts = {
  open: fields({
    title: "Open API",
    description: "An API that asks nobody who they are",
    fields: { address, check },
  }),
  bearer: fields({
    title: "Bearer token",
    fields: { address, token: password({ title: "Token" }), check },
    authorize: ({ headers }, { token }) => {
      headers["authorization"] = `Bearer ${token.reveal()}`;
    },
  }),
  key: fields({
    title: "Key in a header",
    fields: {
      address,
      header: text({ title: "Header", defaultValue: "X-Api-Key" }),
      key: password({ title: "Key" }),
      check,
    },
    authorize: ({ headers }, { header, key }) => {
      headers[header.trim().toLowerCase()] = key.reveal();
    },
  }),
  basic: fields({
    title: "User and password",
    fields: { address, user: text({ title: "User" }), password: password({ title: "Password" }), check },
    authorize: ({ headers }, { user, password: secret }) => {
      headers["authorization"] =
        `Basic ${Buffer.from(`${user}:${secret.reveal()}`, "utf8").toString("base64")}`;
    },
  }),
};
