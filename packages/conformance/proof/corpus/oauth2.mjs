// Calendar events behind OAuth 2. The refresh token is dropped, the expiry is in seconds, and a rejected code causes a
// 500.
import { refuse, sendJson, serve } from "./serve.mjs";

const provider = JSON.parse(process.env.PROVIDER);
const events = Array.from({ length: 25 }, (_, number) => ({
  id: `e${number}`,
  subject: `Meeting ${number}`,
}));

async function exchange(form) {
  const answer = await fetch(provider.token, {
    method: "POST",
    body: new URLSearchParams({
      client_id: provider.clientId,
      client_secret: provider.clientSecret,
      ...form,
    }),
  });
  if (!answer.ok) throw new Error(`The calendar answered ${answer.status}`);
  const { access_token: token, expires_in: seconds } = await answer.json();
  return { access_token: token, expires_on: Math.round(Date.now() / 1000) + seconds };
}

async function identify({ access_token: token } = {}) {
  const answer = await fetch(provider.identity, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) throw refuse(401, "Unauthorized");
  return (await answer.json()).name;
}

serve(
  {
    "GET /": (_, response) =>
      sendJson(response, {
        id: "calendar",
        version: "1.0",
        name: "Calendar",
        description: "Events",
        website: "https://calendar.example",
        authentication: [
          {
            id: "oauth2",
            name: "OAuth v2",
            fields: [{ id: "callback_uri", title: "callback_uri", type: "oauth" }],
          },
        ],
        sources: [{ id: "events", name: "Events", filter: [] }],
        responsibleFor: { dataProviding: true },
      }),
    "POST /oauth2/v1/authorize": ({ callback_uri: callback, state }, response) => {
      if (!callback || !state) throw refuse(400, "callback_uri and state are required");
      const query = new URLSearchParams({
        response_type: "code",
        client_id: provider.clientId,
        redirect_uri: callback,
        state,
      });
      sendJson(response, { redirect_uri: `${provider.authorize}?${query}` });
    },
    "POST /oauth2/v1/access_token": async ({ fields, code }, response) => {
      const redirect = fields?.callback_uri ?? "";
      const account = await exchange({ grant_type: "authorization_code", code, redirect_uri: redirect });
      sendJson(response, { ...account, name: await identify(account) });
    },
    "POST /validate": async ({ fields }, response) => sendJson(response, { name: await identify(fields) }),
    "POST /": async ({ source, account }, response) => {
      await identify(account);
      if (source !== "events") throw refuse(400, "Unknown source");
      sendJson(response, events);
    },
  },
  ({ status = 500, message }) => [status, { message }],
);
