import type { CommandUsage } from "../command.js";
import { describeOption } from "../format-help.js";
import { type CompletedOption, completedOptions, quoteWord, takesFiles } from "./completed-option.js";

/**
 * Formats the completion for zsh.
 *
 * @param commands - The commands
 * @returns A script that defines the completion, to be loaded or stored as `_wellhead` in a folder of `fpath`
 */
export function formatZshCompletion(commands: readonly CommandUsage[]): string {
  const names = commands.map(({ name, summary }) => quoteWord(`${name}:${escape(summary)}`));
  return `#compdef wellhead
# Completion of wellhead for zsh.
_wellhead() {
  local -a commands
  commands=(
    ${names.join("\n    ")}
    'help:Print the help of a command'
  )
  if (( CURRENT == 2 )) || { (( CURRENT == 3 )) && [[ $words[2] == help ]]; }; then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT -= 1 ))
  case $command in
${commands.map(formatCase).join("\n")}
  esac
}
if [[ \${funcstack[1]} == _wellhead ]]; then _wellhead "$@"; else compdef _wellhead wellhead; fi
`;
}

function formatCase(command: CommandUsage): string {
  const specs = completedOptions(command).flatMap(optionSpecs);
  const operand = takesFiles(command) ? "_files" : "";
  const words = command.operandWords ?? [];
  const action = words.length === 0 ? operand : `{ compadd -- ${words.join(" ")}; ${operand} }`;
  return `    ${command.name})
      _arguments -s ${[...specs, quoteWord(`*:${escape(command.operands)}:${action}`)].join(" \\\n        ")}
      ;;`;
}

const actionOf = { files: "_files", nothing: "" } as const;

function optionSpecs({ name, option, value }: CompletedOption): string[] {
  const names = [`--${name}`, ...(option.short === undefined ? [] : [`-${option.short}`])];
  const action = typeof value === "object" ? `(${value.join(" ")})` : actionOf[value ?? "nothing"];
  const excluded = names.length > 1 ? `(${names.join(" ")})` : "";
  const repeated = option.several === true ? "*" : excluded;
  const described = `[${escape(describeOption(option))}]`;
  const valued = value === undefined ? "" : `:${escape(option.value ?? "")}:${action}`;
  return names.map((one) => {
    const equals = value !== undefined && one.startsWith("--") ? "=" : "";
    return quoteWord(`${repeated}${one}${equals}${described}${valued}`);
  });
}

/** Escapes the characters that have a meaning in a specification. */
function escape(text: string): string {
  return text.replaceAll(/[\\[\]:]/g, (character) => `\\${character}`).replaceAll("\n", " ");
}
