import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { Icon } from "../../controls/icon.js";
import { saveFile } from "../../controls/save-file.js";
import { visibleText } from "../../text/visible-text.js";
import {
  areQuestionsUnkept,
  questionsFile,
  readQuestions,
  recentRuns,
  removeQuestion,
  savedQuestions,
  saveQuestions,
} from "../../workbench/view/saved-questions.js";
import { changeView, view } from "../../workbench/view/view.js";
import { formatView, parseView } from "../../workbench/view/view-state.js";

/** The questions that were saved, and the latest runs. */
export function QuestionsMenu({ close }: { readonly close: () => void }): JSX.Element {
  return (
    <div class="questions">
      <SaveForm />
      {areQuestionsUnkept() ? (
        <p class="about" role="status">
          This browser does not keep them. Save them in a file before you close or reload the page.
        </p>
      ) : null}
      <Questions close={close} />
      <Files />
      <Recent close={close} />
    </div>
  );
}

function SaveForm(): JSX.Element {
  const name = useSignal("");
  return (
    <form
      class="with-button"
      onSubmit={(event) => {
        event.preventDefault();
        const text = name.value.trim();
        if (text !== "") saveQuestions([{ name: text, view: formatView(view.peek()) }]);
        name.value = "";
      }}
    >
      <input
        type="text"
        placeholder="Name what the page shows"
        aria-label="Name of the question"
        autocomplete="off"
        value={name.value}
        onInput={(event) => (name.value = event.currentTarget.value)}
      />
      <button type="submit" class="primary small" disabled={name.value.trim() === ""}>
        Save
      </button>
    </form>
  );
}

function open(hash: string, close: () => void): void {
  close();
  changeView(parseView(hash));
}

function Questions({ close }: { readonly close: () => void }): JSX.Element {
  if (savedQuestions.value.length === 0)
    return (
      <p class="about">Saved questions stay in this browser. They contain no account and no password.</p>
    );
  return (
    <ul class="picker-list" aria-label="Saved questions">
      {savedQuestions.value.map((question) => (
        <li key={question.name} class="question">
          <button type="button" class="picker-item" onClick={() => open(question.view, close)}>
            <bdi>{visibleText(question.name, 80)}</bdi>
          </button>
          <button
            type="button"
            class="icon-button"
            aria-label={`Forget ${visibleText(question.name, 80)}`}
            onClick={() => removeQuestion(question)}
          >
            <Icon name="close" />
          </button>
        </li>
      ))}
    </ul>
  );
}

function Files(): JSX.Element {
  const problem = useSignal("");
  const read = async (file: File | undefined): Promise<void> => {
    const questions = file === undefined ? [] : readQuestions(await file.text());
    problem.value = questions.length === 0 ? "The file has no saved questions." : "";
    saveQuestions(questions);
  };
  return (
    <span class="actions">
      <button
        type="button"
        class="quiet"
        disabled={savedQuestions.value.length === 0}
        onClick={() => saveFile("questions.json", new Blob([questionsFile()], { type: "application/json" }))}
      >
        <Icon name="save" /> File
      </button>
      <label class="about">
        From a file{" "}
        <input
          type="file"
          accept="application/json"
          onChange={(event) => void read(event.currentTarget.files?.[0])}
        />
      </label>
      {problem.value === "" ? null : <p class="problem">{problem.value}</p>}
    </span>
  );
}

function Recent({ close }: { readonly close: () => void }): JSX.Element | null {
  if (recentRuns.value.length === 0) return null;
  return (
    <section aria-label="Latest runs">
      <h2>Latest runs</h2>
      <ul class="picker-list">
        {recentRuns.value.map((run, index) => (
          <li key={`${run.at} ${index}`}>
            <button type="button" class="picker-item" onClick={() => open(run.view, close)}>
              <bdi>{visibleText(run.title, 60)}</bdi>
              <span class="picker-type">
                {run.outcome} · {new Date(run.at).toLocaleTimeString("en-GB")}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
