import type { CommandUsage } from "../command.js";
import { type CompletedOption, completedOptions, quoteWord, takesFiles } from "./completed-option.js";

/**
 * Formats the completion for bash.
 *
 * @param commands - The commands
 * @returns A script that defines the completion
 */
export function formatBashCompletion(commands: readonly CommandUsage[]): string {
  const names = [...commands.map(({ name }) => name), "help", "--help", "--version"];
  return `# Completion of wellhead for bash.
_wellhead() {
  local word=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]} words="" files="" line
  COMPREPLY=()
  # In --option=value, bash takes the equals sign for a word of its own.
  if [[ $word == "=" ]]; then word=""; elif [[ $previous == "=" ]]; then previous=\${COMP_WORDS[COMP_CWORD - 2]}; fi
  if ((COMP_CWORD == 1)) || { ((COMP_CWORD == 2)) && [[ \${COMP_WORDS[1]} == help ]]; }; then
    words=${quoteWord(names.join(" "))}
  else
    case "\${COMP_WORDS[1]} $previous" in
${commands.flatMap((command) => completedOptions(command).flatMap((option) => valueCase(command.name, option))).join("\n")}
      *)
        case "\${COMP_WORDS[1]}" in
${commands.map(operandCase).join("\n")}
        esac
        ;;
    esac
  fi
  while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -W "$words" -- "$word"; [[ -z $files ]] || compgen -f -- "$word")
  # Outside of a completion, as in a test, there is nothing to set.
  [[ -z $files ]] || compopt -o filenames 2>/dev/null || true
}
complete -F _wellhead wellhead
`;
}

const actionOf = { files: "files=1", nothing: ":" } as const;

function valueCase(command: string, { name, option, value }: CompletedOption): string[] {
  if (value === undefined) return [];
  const patterns = [`--${name}`, ...(option.short === undefined ? [] : [`-${option.short}`])];
  const action = typeof value === "object" ? `words=${quoteWord(value.join(" "))}` : actionOf[value];
  return [`      ${patterns.map((pattern) => `"${command} ${pattern}"`).join(" | ")}) ${action} ;;`];
}

function operandCase(command: CommandUsage): string {
  const options = completedOptions(command).map(({ name }) => `--${name}`);
  const words = [...(command.operandWords ?? []), ...options].join(" ");
  return `          ${command.name}) words=${quoteWord(words)}${takesFiles(command) ? " files=1" : ""} ;;`;
}
