/** OAuth 2 with the provider whose addresses are in the environment. */
export function oauthParts(parts, Refusal) {
  const { env } = parts;
  const provider = env.PROVIDER === undefined ? {} : JSON.parse(env.PROVIDER);
  const refreshed = new Map();
  const oauth = {
    provider,
    start: ({ callback_uri: callback, state }) => {
      if (!callback) throw new Refusal(400, "callback_uri is missing");
      const query = new URLSearchParams({
        response_type: "code",
        client_id: provider.clientId,
        redirect_uri: callback,
        ...(state && { state }),
      });
      return { redirect_uri: `${provider.authorize}?${query}` };
    },
    token: async (form) => {
      const answer = await fetch(provider.token, {
        method: "POST",
        body: new URLSearchParams({
          client_id: provider.clientId,
          client_secret: provider.clientSecret,
          ...form,
        }),
      });
      if (answer.status >= 500) throw new Refusal(500, "The provider is not available");
      if (answer.status !== 200) throw new Refusal(401, "The provider refused");
      return oauth.read(await answer.json());
    },
    read: ({ access_token, refresh_token, expires_in }) => ({
      access_token,
      refresh_token,
      expires_on: new Date(Date.now() + expires_in * 1000).toISOString(),
    }),
    identify: async ({ access_token: token }) => {
      const answer = await fetch(provider.identity, { headers: { authorization: `Bearer ${token}` } });
      if (answer.status !== 200) throw new Refusal(401, "The token is not valid");
      return { name: (await answer.json()).name };
    },
    finish: async (body) => {
      if (!body.code) throw new Refusal(400, "code is missing");
      const account = await oauth.token({
        grant_type: "authorization_code",
        code: body.code,
        redirect_uri: body.fields?.callback_uri ?? "",
      });
      return { ...account, ...(await oauth.identify(account)) };
    },
    isDue: ({ expires_on: at }) => at !== undefined && Date.parse(at) < Date.now() + 300_000,
    refresh: (fields) => oauth.token({ grant_type: "refresh_token", refresh_token: fields.refresh_token }),
    validate: async (fields) => {
      if (!oauth.isDue(fields) || !fields.refresh_token)
        return { ...fields, ...(await oauth.identify(fields)) };
      const known = refreshed.get(fields.refresh_token) ?? oauth.refresh(fields);
      refreshed.set(fields.refresh_token, known);
      const fresh = await known;
      const account = { ...fields, ...fresh, refresh_token: fresh.refresh_token ?? fields.refresh_token };
      return { ...account, ...(await oauth.identify(account)) };
    },
  };
  return oauth;
}
