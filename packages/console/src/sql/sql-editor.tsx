import { autocompletion, type Completion, closeCompletion, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { PostgreSQL, type SQLNamespace, sql } from "@codemirror/lang-sql";
import {
  bracketMatching,
  HighlightStyle,
  type LanguageSupport,
  syntaxHighlighting,
} from "@codemirror/language";
import { Compartment, EditorState } from "@codemirror/state";
import { drawSelection, EditorView, keymap, lineNumbers, placeholder } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** Props of `SqlEditor`. */
export interface SqlEditorProps {
  /** Text that replaces the content of the editor, whenever this is another object. */
  readonly loaded: { readonly text: string };
  /** Connectors, their sources and columns, for completion. */
  readonly schema: SQLNamespace;
  readonly change: (value: string) => void;
  /** A name that is written at the cursor, whenever this is another object. */
  readonly inserted?: { readonly name: string } | undefined;
}

// Colours are those of the page, so that both themes and forced colours apply.
const colours = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--code-word)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--code-text)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--code-number)" },
  { tag: tags.comment, color: "var(--faint)" },
]);

const look = EditorView.theme({
  "&": { height: "100%", fontSize: "0.8125rem", color: "var(--ink)", backgroundColor: "var(--sheet)" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".cm-content": { fontFamily: "var(--mono)", caretColor: "var(--ink)" },
  ".cm-cursor": { borderInlineStartColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "var(--paper)", color: "var(--faint)", border: "none" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--chosen-soft)",
  },
  ".cm-tooltip": {
    backgroundColor: "var(--sheet)",
    color: "var(--ink)",
    border: "1px solid var(--line)",
    borderRadius: "6px",
  },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": {
    backgroundColor: "var(--chosen-soft)",
    color: "var(--ink)",
  },
});

// A browser that replaces several lines with typed text writes style attributes, which the page's policy reports. The
// editor learns what is selected only later, so the browser is asked.
function replaceSelection(event: InputEvent, view: EditorView): boolean {
  const { inputType, data } = event;
  const shadowRoots = view.root instanceof ShadowRoot ? [view.root] : [];
  const [range] = document.getSelection()?.getComposedRanges({ shadowRoots }) ?? [];
  if (inputType !== "insertText" || data === null || range === undefined || range.collapsed) return false;
  event.preventDefault();
  const from = view.posAtDOM(range.startContainer, range.startOffset);
  const to = view.posAtDOM(range.endContainer, range.endOffset);
  const selection = { anchor: from + data.length };
  view.dispatch({ changes: { from, to, insert: data }, selection, userEvent: "input.type" });
  return true;
}

function keywordCompletion(label: string, type: string): Completion {
  return { label, type, boost: -99 };
}

/** Suggests tables and columns before the words of the language. */
function languageOf(schema: SQLNamespace): LanguageSupport {
  return sql({ dialect: PostgreSQL, schema, keywordCompletion });
}

/** An editor for a statement, with completion of connectors, sources and columns. Ctrl+Enter is left to the page. */
export function SqlEditor({ loaded, schema, change, inserted }: SqlEditorProps): JSX.Element {
  const frame = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView | undefined>(undefined);
  const language = useRef(new Compartment());
  const latest = useRef(change);
  latest.current = change;
  useEffect(() => {
    if (frame.current === null) return undefined;
    // Below a shadow root the editor adopts its style sheets. In the document it would add a style element, which the
    // page's policy forbids.
    const root = frame.current.shadowRoot ?? frame.current.attachShadow({ mode: "open" });
    const made = new EditorView({
      parent: root,
      root,
      state: EditorState.create({
        doc: loaded.text,
        extensions: [
          language.current.of(languageOf(schema)),
          lineNumbers(),
          history(),
          drawSelection(),
          bracketMatching(),
          autocompletion(),
          syntaxHighlighting(colours),
          look,
          placeholder('select … from connector."source"'),
          keymap.of([
            {
              key: "Mod-Enter",
              run: (view) => {
                closeCompletion(view);
                return false;
              },
            },
            ...completionKeymap,
            ...defaultKeymap.filter(({ key }) => key !== "Mod-Enter"),
            ...historyKeymap,
          ]),
          EditorView.contentAttributes.of({ "aria-label": "Statement" }),
          EditorView.lineWrapping,
          EditorView.domEventHandlers({ beforeinput: replaceSelection }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current(update.state.doc.toString());
          }),
        ],
      }),
    });
    editor.current = made;
    return () => made.destroy();
  }, []);
  useEffect(() => {
    editor.current?.dispatch({ effects: language.current.reconfigure(languageOf(schema)) });
  }, [schema]);
  useEffect(() => {
    const { current } = editor;
    if (current === undefined || current.state.doc.toString() === loaded.text) return;
    current.dispatch({ changes: { from: 0, to: current.state.doc.length, insert: loaded.text } });
  }, [loaded]);
  useInserted(editor, inserted);
  return <div ref={frame} class="sql-editor" />;
}

/** Writes a name in place of the selection. */
function useInserted(
  editor: { readonly current: EditorView | undefined },
  inserted: SqlEditorProps["inserted"],
): void {
  useEffect(() => {
    const { current } = editor;
    if (current === undefined || inserted === undefined) return;
    current.dispatch(current.state.replaceSelection(inserted.name));
    current.focus();
  }, [inserted]);
}
