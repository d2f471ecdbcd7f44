import { type Static, Type } from "typebox";

/** One action that the platform can run: an element of `actions[]` of GET /. */
export const actionDescription = Type.Object(
  {
    action: Type.String({ minLength: 1, description: "Id" }),
    name: Type.String({ minLength: 1 }),
    description: Type.Optional(Type.String()),
    args: Type.Array(
      Type.Object({
        id: Type.String({ minLength: 1 }),
        name: Type.String({ minLength: 1 }),
        description: Type.Optional(Type.String()),
        type: Type.Enum(["text", "textarea"]),
        textTemplateSupported: Type.Optional(Type.Boolean()),
      }),
    ),
  },
  {
    title: "ActionDescription",
    examples: [
      { action: "comment", name: "Comment", args: [{ id: "text", name: "Text", type: "textarea" }] },
    ],
    antiExamples: [{ value: { action: "comment", name: "Comment" }, reason: "args is emitted, if empty" }],
  },
);

/** One action that the platform can run. */
export type ActionDescription = Static<typeof actionDescription>;

/**
 * Body of POST automations/action/execute.
 *
 * @see The connector contract, "Actions"
 */
export const actionRequest = Type.Object(
  {
    action: Type.Object({
      action: Type.String({ minLength: 1 }),
      args: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    }),
    account: Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()])),
  },
  {
    title: "ActionRequest",
    examples: [{ action: { action: "comment", args: { text: "Done" } }, account: { auth: "token" } }],
    antiExamples: [{ value: { action: "comment" }, reason: "an action comes with its arguments" }],
  },
);

/** Body of POST automations/action/execute. */
export type ActionRequest = Static<typeof actionRequest>;
