import { accountExpired } from "../../errors/account-errors.js";
import { ConnectorError } from "../../errors/connector-error.js";
import { ProviderFailure } from "../../oauth/provider-failure.js";

/** Seconds after which a refresh that could not be coordinated is worth another try. */
const retryAfter = 15;

/**
 * Makes the error for a refresh that was not begun, because store or lock could not be had.
 *
 * @param provider - Name of the provider
 * @param cause - What failed
 * @returns The error to throw
 */
export function refreshUnavailable(provider: string, cause?: unknown): ConnectorError {
  return new ConnectorError(
    "unavailable",
    `Renew the sign-in with ${provider}: the service cannot make sure that it happens once, try again later`,
    { retryAfter, cause },
  );
}

/**
 * Makes the error for a provider whose refresh tokens end with their use, served by replicas that share nothing.
 *
 * @param provider - Name of the provider
 * @returns The error to throw
 */
export function uncoordinated(provider: string): ConnectorError {
  return new ConnectorError(
    "unavailable",
    `Renew the sign-in with ${provider}: the replicas of this service share no store, its operator must set WELLHEAD_STORE`,
    { retryAfter: 300 },
  );
}

/**
 * Makes the failure for a token that was presented without a usable answer and must not be presented again.
 *
 * @param provider - Name of the provider
 * @param cause - What failed
 * @returns The failure to throw
 */
export function outcomeUnknown(provider: string, cause: unknown): ProviderFailure {
  const sentence = `Renew the sign-in with ${provider}: it gave no usable answer, try again later`;
  return new ProviderFailure(
    "unknown",
    new ConnectorError("upstream_unavailable", sentence, { retryAfter, cause }),
  );
}

/**
 * Makes the failure for a token that somebody presented before without writing down what came of it.
 *
 * @param provider - Name of the provider
 * @param age - Whether that was a moment ago, so that the result may still be written down
 * @returns The failure to throw
 */
export function unknownFate(provider: string, age: "recent" | "old"): ProviderFailure {
  if (age === "recent") return outcomeUnknown(provider, undefined);
  const sentence = `Renew the sign-in with ${provider}: an earlier try was cut off and its result is lost, connect the account again`;
  return new ProviderFailure("unknown", accountExpired(sentence));
}
