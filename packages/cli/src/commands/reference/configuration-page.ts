import { connectorLimitNames, defaultLimits } from "@wellhead/server";
import type { Setting } from "../../serve/settings/setting.js";
import { otherVariables, settingGroups } from "../../serve/settings/settings-table.js";

/**
 * Formats the page of all settings, as Markdown.
 *
 * @returns The page
 */
export function formatConfigurationPage(): string {
  const groups = settingGroups.map(({ title, settings }) => `## ${title}\n\n${formatTable(settings)}`);
  const limits = Object.entries(defaultLimits).map(([name, value]) => `| \`${name}\` | ${value} |`);
  const others = Object.entries(otherVariables).map(
    ([name, meaning]) => `| \`${name.replaceAll(", ", "`, `")}\` | ${meaning} |`,
  );
  return `# Configuration

This page is written from the table of settings by \`npm run write commands\`.

A setting is an option of \`wellhead serve\`, an environment variable or a member of a configuration file. **An option takes
precedence over a variable, a variable over the file, and the file over the default.** An empty variable counts as not
set.

\`wellhead config print\` prints the value of every setting and where it comes from, with secrets hidden.
\`wellhead config check\` loads everything as \`wellhead serve\` does, but does not listen. A misspelt variable or member is an
error there, with the name that was probably meant; \`wellhead serve\` logs a warning for such a variable.

## The file

\`wellhead serve\` reads \`wellhead.config.ts\`, \`.mts\`, \`.js\`, \`.mjs\`, \`.json\`, \`.yaml\` or \`.yml\` in its folder, or the file
that \`--config\` or \`WELLHEAD_CONFIG\` names. Relative paths in the file are relative to its folder. The schema is
[config.schema.json](../../packages/cli/config.schema.json), also printed by \`wellhead config schema\`.

\`\`\`yaml
# yaml-language-server: $schema=./node_modules/@wellhead/cli/config.schema.json
connectors:
  - github
  - path: postgres
    allow: 10.1.0.0/16:5432
    limits: { maxStreamsPerConnector: 32, maxStreamsPerAccount: 4 }
  - path: ./exports
    isolate: true
host: 0.0.0.0
admin: { port: 9642, host: 0.0.0.0 }
callers: { tokensFile: /run/secrets/tokens }
limits: { maxStreams: 128, drainTimeout: 60000 }
\`\`\`

Each connector may reach only its own private addresses if it has \`allow\`; the others may reach those of \`WELLHEAD_ALLOW\`.

## Secrets

A setting marked *secret* can be read from a file: \`WELLHEAD_SECRET_FILE=/run/secrets/wellhead\` sets \`WELLHEAD_SECRET\`. The same
applies to variables of connectors such as \`GITHUB_CLIENT_SECRET\`. With systemd, \`LoadCredential=WELLHEAD_SECRET:/path\` is
enough. In Kubernetes, mount a secret and name its files, or set \`CREDENTIALS_DIRECTORY\` to the folder it is mounted at. See
[security](../security.md).

${groups.join("\n\n")}

## Limits

Milliseconds or bytes, unless the name says otherwise. [@wellhead/server](../../packages/server/README.md#limits) describes each of
them.

| name | default |
| --- | --: |
${limits.join("\n")}

### Limits of a connector

${connectorLimitNames.map((name) => `\`${name}\``).join(", ")} can differ between connectors: next to a path, or in
\`connectorLimits\` by connector id. See [who may use how much](capacity.md#who-may-use-how-much).

## Other variables

| variable | meaning |
| --- | --- |
${others.join("\n")}

${formatChanges()}`;
}

function formatChanges(): string {
  const reloaded = settingGroups
    .flatMap(({ settings }) => settings)
    .flatMap(({ member, change, reloaded: names = [] }) =>
      change === "reload" ? [`\`${member}\``] : names.map((name) => `\`${member}.${name}\``),
    )
    .join(", ");
  return `## What can change while the service runs

| what has changed | when it takes effect |
| --- | --- |
| the contents of the files of tokens, signing keys, certificates and client authorities | within five seconds, and on SIGHUP |
| in the configuration file: ${reloaded} | on SIGHUP |
| modules and descriptions of APIs that are connectors | on SIGHUP |
| every other setting, variables and options | at the next start |

On SIGHUP, the service reads the configuration file and loads its connectors again. Folders, data files and databases that are
still listed stay open. The other connectors are replaced: requests in progress, such as long streams, end with the connector
that they began with, which is closed after the last of them. A module is evaluated again, and so are the modules that it
imports, except for packages. Node never forgets an ES module, so each reload needs the memory of the modules and of the code
compiled for them once more: some 30 KiB for a small connector.
If anything is invalid, the log says what, and the service continues with the previous settings.
The log also names settings that have changed but take effect only at the next start.

In the foreground of a terminal, SIGHUP means that the terminal was closed, and stops the service.
`;
}

function formatTable(settings: readonly Setting[]): string {
  const rows = settings.map(({ member, option, variable, isSecret, default: fallback, meaning }) => {
    const sources = [
      option === undefined ? "" : `\`--${option}\``,
      variable === undefined ? "" : `\`${variable}\``,
    ];
    const secret = isSecret === true ? " *Secret.*" : "";
    return `| \`${member}\` | ${sources[0]} | ${sources[1]} | ${meaning}.${secret} | ${fallback} |`;
  });
  return `| member | option | variable | meaning | default |\n| --- | --- | --- | --- | --- |\n${rows.join("\n")}`;
}
