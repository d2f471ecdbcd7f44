import { shape } from "@wellhead/sdk";

/** A user, organisation or bot; `null` if the account was deleted. */
export const person = shape.object({ login: shape.text });
