/** Variables of the environment. */
type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns how the user can run another command of this program. What npm and npx start is not on the path of the shell
 * that they were started from.
 *
 * @param env - Variables of the environment
 * @returns `wellhead`, or `npx wellhead`
 */
export function ownCommand(env: Environment): string {
  return env["npm_config_user_agent"] === undefined ? "wellhead" : "npx wellhead";
}

/**
 * Returns how the user passes an option to this command, which a script of a package may have started.
 *
 * @param env - Variables of the environment
 * @param option - The option with its value, such as `--port 0`
 * @returns The option, or the command line of the script with it
 */
export function ownOption(env: Environment, option: string): string {
  const script = env["npm_lifecycle_event"];
  if (script === undefined || script === "npx") return option;
  return `npm ${script === "start" ? script : `run ${script}`} -- ${option}`;
}
