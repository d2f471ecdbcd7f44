import type { CommandUsage } from "../../command-line/command.js";
import { exitCodes } from "../../command-line/exit-codes.js";
import { describeOption, formatOption } from "../../command-line/format-help.js";
import { optionsOf } from "../../command-line/parse-arguments.js";

/** What `npm run proof docs` supplies to the examples, and which of them it cannot run. */
const proof = `<!-- proof of the page: in global; with samples, crm, tracker, local-tracker, admin, graphql, odata, moons, tape, config, tokens, my-folder, my-connector, sales, databases, questions; ${[
  ["wellhead serve s3:", "it needs a bucket"],
  ["wellhead serve az:", "it needs a container of Azure"],
  ["wellhead serve airbyte:", "it needs an image of Airbyte"],
  ["wellhead serve singer:", "it needs a tap"],
  ["wellhead config check --config /etc", "it needs the file of a service"],
  ["wellhead login", "it asks a person"],
  ["wellhead pull https://connector.example/crm", "it needs an account that a person has connected"],
  ["wellhead record", "it needs an account of the upstream"],
  ["wellhead airbyte ./my-folder discover", "it needs the configuration of a platform"],
  ["wellhead airbyte https:", "it needs the configuration of a platform"],
  ["wellhead singer ./my-folder --catalog", "it needs a target of Singer"],
  ["wellhead mcp ./my-folder github", "it needs an account of GitHub"],
  ["wellhead top 'http", "the link works once"],
  ["wellhead top http://10.", "it needs two replicas"],
  ["source <(wellhead completion zsh)", "it is for zsh"],
]
  .map(([start, reason]) => `not "${start}" because ${reason}`)
  .join("; ")} -->`;

/**
 * Formats the reference of all commands, as Markdown.
 *
 * @param commands - The commands
 * @returns The page
 */
export function formatCommandReference(commands: readonly CommandUsage[]): string {
  const rows = commands.map(
    ({ name, summary }) => `| [\`wellhead ${name}\`](#wellhead-${name}) | ${summary} |`,
  );
  const codes = Object.values(exitCodes).map(({ code, meaning }) => `| ${code} | ${meaning} |`);
  return `# Commands

This page is written from the table of commands by \`npm run write commands\`. \`wellhead <command> --help\` and the manual pages
show the same text. [@wellhead/cli](../packages/cli/README.md) explains how the commands behave. The examples have \`wellhead\` on
the path; in a project or a checkout, write \`npx wellhead\`.

${proof}

| command | purpose |
| --- | --- |
${rows.join("\n")}

## Exit codes

| code | meaning |
| ---: | --- |
${codes.join("\n")}

${commands.map(formatCommand).join("\n")}`;
}

function formatCommand(command: CommandUsage): string {
  const { name, operands, description, examples } = command;
  const options = Object.entries(optionsOf(command)).map(
    ([option, facts]) =>
      `| \`${cell(formatOption(option, facts))}\`${facts.several === true ? " …" : ""} | ${cell(describeOption(facts)).replaceAll("<", "\\<")} |`,
  );
  const lines = examples.flatMap(({ line, does }) => [`# ${does}`, line]);
  return `## wellhead ${name}

\`\`\`
${`wellhead ${name} ${operands}`.trim()} [options]
\`\`\`

${description.map((paragraph) => paragraph.replaceAll("<", "\\<")).join("\n\n")}

| option | meaning |
| --- | --- |
${options.join("\n")}

\`\`\`sh
${lines.join("\n")}
\`\`\`
`;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}
