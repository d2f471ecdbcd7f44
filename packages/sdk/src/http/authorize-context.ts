import type { Http } from "./http.js";

/** Context that `authorize` gets. */
export interface AuthorizeContext {
  /** HTTP client without credentials, for kinds that must request credentials from the upstream. */
  readonly http: Http;
  /** Variables of the deployment, for kinds that also sign with a secret of the service. */
  readonly variables: Readonly<Record<string, string | undefined>>;
}
