import type { OutgoingRequest } from "@wellhead/sdk";

/** Functions that put an account's secret into a request, by the part of the request. */
export const carriers: Readonly<Record<string, (request: OutgoingRequest, secret: string) => void>> = {
  bearer: ({ headers }, secret) => (headers["authorization"] = `Bearer ${secret}`),
  header: ({ headers }, secret) => (headers["x-api-key"] = secret),
  cookie: ({ headers }, secret) => (headers["cookie"] = `session=${encodeURIComponent(secret)}`),
  query: ({ url }, secret) => url.searchParams.set("key", secret),
  basic: ({ headers }, secret) =>
    (headers["authorization"] = `Basic ${Buffer.from(`user:${secret}`).toString("base64")}`),
  path: ({ url }, secret) => {
    url.pathname = `/bot${secret.replaceAll(/[/\\?#]/g, "_")}${url.pathname}`;
  },
};
