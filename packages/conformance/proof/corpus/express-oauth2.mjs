// Notes behind OAuth 2 in Express. A token is refreshed only after it has expired.
import express from "express";

const provider = JSON.parse(process.env.PROVIDER);
const notes = Array.from({ length: 32 }, (_, at) => ({
  id: `n${at}`,
  notebook: ["home", "work"][at % 2],
  words: (at * 19) % 340,
}));

class Unauthorized extends Error {}

async function requestToken(form) {
  const answer = await fetch(provider.token, {
    method: "POST",
    headers: {
      authorization: `Basic ${Buffer.from(`${provider.clientId}:${provider.clientSecret}`).toString("base64")}`,
    },
    body: new URLSearchParams(form),
  });
  if (answer.status >= 500) throw new Error("The provider is out of order");
  if (!answer.ok) throw new Unauthorized("The provider refused");
  const token = await answer.json();
  return {
    access_token: token.access_token,
    ...(token.refresh_token && { refresh_token: token.refresh_token }),
    expires_on: new Date(Date.now() + token.expires_in * 1000).toISOString(),
  };
}

async function userOf(account) {
  const answer = await fetch(provider.identity, {
    headers: { authorization: `Bearer ${account?.access_token}` },
  });
  if (!answer.ok) throw new Unauthorized("Please sign in again");
  return (await answer.json()).name;
}

const app = express();
app.disable("x-powered-by");
app.use(express.json({ limit: "10mb" }));

app.get("/", (_request, response) => {
  response.json({
    id: "notes",
    name: "Notes",
    version: "3.2.0",
    description: "Your notes",
    website: "https://notes.example",
    authentication: [
      {
        id: "oauth2",
        name: "Sign in",
        description: "With your account",
        fields: [{ id: "callback_uri", title: "callback_uri", type: "oauth" }],
      },
    ],
    sources: [
      {
        id: "notes",
        name: "Notes",
        filter: [
          {
            id: "notebook",
            title: "Notebook",
            type: "list",
            optional: true,
            data: ["home", "work"].map((value) => ({ title: value, value })),
          },
        ],
      },
    ],
    responsibleFor: { dataProviding: true },
  });
});

app.post("/oauth2/v1/authorize", (request, response) => {
  const { callback_uri: redirectUri, state } = request.body;
  if (!redirectUri || !state)
    return response.status(400).json({ message: "callback_uri and state are needed" });
  const url = new URL(provider.authorize);
  url.search = new URLSearchParams({
    response_type: "code",
    client_id: provider.clientId,
    redirect_uri: redirectUri,
    state,
  });
  return response.json({ redirect_uri: url.href });
});

app.post("/oauth2/v1/access_token", async (request, response, next) => {
  try {
    const { fields, code } = request.body;
    const account = await requestToken({
      grant_type: "authorization_code",
      code: code ?? "",
      redirect_uri: fields?.callback_uri ?? "",
    });
    response.json({ ...account, name: await userOf(account) });
  } catch (error) {
    next(error);
  }
});

app.post("/validate", async (request, response, next) => {
  try {
    let account = request.body.fields ?? {};
    if (account.expires_on && account.refresh_token && new Date(account.expires_on) < new Date()) {
      const renewed = await requestToken({
        grant_type: "refresh_token",
        refresh_token: account.refresh_token,
      });
      account = { ...account, ...renewed };
    }
    response.json({ ...account, name: await userOf(account) });
  } catch (error) {
    next(error);
  }
});

app.post("/", async (request, response, next) => {
  try {
    const { source, account, filter } = request.body;
    await userOf(account);
    if (source !== "notes") return response.status(400).json({ message: `Unknown source ${source}` });
    return response.json(notes.filter((note) => !filter?.notebook || note.notebook === filter.notebook));
  } catch (error) {
    return next(error);
  }
});

app.use((error, _request, response, _next) => {
  const status = error instanceof Unauthorized ? 401 : (error.status ?? 500);
  response.status(status).json({ message: error.message });
});

const server = app.listen(0, "127.0.0.1", () => {
  process.stdout.write(`${JSON.stringify({ port: server.address().port })}\n`);
});
