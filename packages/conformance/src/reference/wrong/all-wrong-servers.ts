import { wrongData } from "./wrong-data.js";
import { wrongDeclarations } from "./wrong-declarations.js";
import { wrongErrors } from "./wrong-errors.js";
import { wrongHttp } from "./wrong-http.js";
import { wrongLater } from "./wrong-later.js";
import { wrongOAuth } from "./wrong-oauth.js";
import { wrongOptional } from "./wrong-optional.js";
import type { WrongServer } from "./wrong-server.js";
import { wrongStreams } from "./wrong-streams.js";

/** Every wrong server: one at least for each requirement. */
export const allWrongServers: readonly WrongServer[] = [
  ...wrongDeclarations,
  ...wrongHttp,
  ...wrongData,
  ...wrongStreams,
  ...wrongOptional,
  ...wrongErrors,
  ...wrongOAuth,
  ...wrongLater,
];
