import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import type { InputProps } from "./field-props.js";
import { highlightCode } from "./highlight-code.js";

/** A code editor: the browser's text area on top of a syntax-highlighted copy of the same text. */
export function CodeInput({ field, inputId, describedBy, invalid, value, change }: InputProps): JSX.Element {
  const copy = useRef<HTMLPreElement>(null);
  const code = typeof value === "string" ? value : "";
  const language = field.editorMode ?? "sql";
  return (
    <div class="code">
      <pre ref={copy} aria-hidden="true">
        {highlightCode(code, language).map((piece, index) => (
          <span key={index} class={`code-${piece.kind}`}>
            {piece.text}
          </span>
        ))}
        {"\n"}
      </pre>
      <textarea
        id={inputId}
        rows={5}
        value={code}
        placeholder={field.placeholder || (language === "sql" ? "SELECT …" : "{ … }")}
        spellcheck={false}
        autocomplete="off"
        autocapitalize="off"
        required={field.required}
        aria-invalid={invalid}
        aria-describedby={describedBy}
        onInput={(event) => change(event.currentTarget.value)}
        onScroll={(event) => {
          copy.current?.scrollTo(event.currentTarget.scrollLeft, event.currentTarget.scrollTop);
        }}
      />
      <span class="code-language">{language.toUpperCase()}</span>
    </div>
  );
}
