import type { FieldOption, FormField } from "./form-field.js";

/** State of the options of a field. */
export type OptionsState =
  | { readonly state: "none" }
  | { readonly state: "waiting"; readonly reason: string }
  | { readonly state: "loading" }
  | { readonly state: "failed"; readonly problem: string; readonly retry: () => void }
  | {
      readonly state: "ready";
      readonly options: readonly FieldOption[];
      /** What the connector said about options it left out; empty when it left out none. */
      readonly cutNote: string;
    };

/** What every input of a form gets. */
export interface InputProps {
  readonly field: FormField;
  /** Id of the input element; its label points at it. */
  readonly inputId: string;
  /** Ids of what describes the input. */
  readonly describedBy: string | undefined;
  readonly invalid: boolean;
  readonly value: unknown;
  readonly change: (value: unknown) => void;
  readonly options: OptionsState;
}
