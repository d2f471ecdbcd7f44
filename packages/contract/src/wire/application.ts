import { type Static, Type } from "typebox";
import { accountKindIdPattern } from "../vocabulary/account-kinds.js";
import { columnDescription } from "./column-description.js";
import { fieldDescription } from "./field-description.js";

/** One way of connecting an account, as `authentication[]` of GET / lists it. */
export const accountKindDescription = Type.Object(
  {
    id: Type.String({ pattern: accountKindIdPattern }),
    name: Type.String({ minLength: 1 }),
    description: Type.String(),
    fields: Type.Optional(
      Type.Array(fieldDescription, { description: "Omitted when the kind asks the user for nothing" }),
    ),
  },
  {
    title: "AccountKindDescription",
    examples: [{ id: "none", name: "No account", description: "" }],
    antiExamples: [
      {
        value: { id: "OAuth 2", name: "x", description: "" },
        reason: "ids are lower case letters, digits and hyphens",
      },
    ],
  },
);

/** One way of connecting an account. */
export type AccountKindDescription = Static<typeof accountKindDescription>;

/** One source of rows, as `sources[]` of GET / lists it. */
export const sourceDescription = Type.Object(
  {
    id: Type.String({ minLength: 1 }),
    name: Type.String({ minLength: 1 }),
    description: Type.String(),
    tags: Type.Optional(Type.Array(Type.String())),
    default: Type.Optional(Type.Boolean()),
    fields: Type.Optional(
      Type.Record(Type.String(), columnDescription, {
        description: "Omitted when unknown: the platform then infers",
      }),
    ),
    filter: Type.Array(fieldDescription),
  },
  {
    title: "SourceDescription",
    examples: [{ id: "issues", name: "Issues", description: "", filter: [] }],
    antiExamples: [
      { value: { id: "issues", name: "Issues" }, reason: "description and filter are always emitted" },
    ],
  },
);

/** One source of rows. */
export type SourceDescription = Static<typeof sourceDescription>;

/**
 * Response of GET /: the connector's description, the accounts that it accepts, and its sources.
 *
 * @see The connector contract, GET /
 */
export const applicationResponse = Type.Object(
  {
    id: Type.String({ minLength: 1 }),
    version: Type.String({ minLength: 1 }),
    name: Type.String({ minLength: 1 }),
    description: Type.String(),
    authentication: Type.Array(accountKindDescription, { minItems: 1 }),
    sources: Type.Array(sourceDescription),
    site: Type.Optional(Type.String({ description: "Equal to `website`" })),
    website: Type.Optional(Type.String({ description: "Equal to `site`" })),
    tags: Type.Optional(Type.Array(Type.String())),
    color: Type.Optional(Type.String({ pattern: "^#[0-9A-Fa-f]{6}$" })),
    type: Type.Enum(["crunch", "none"], { description: "`crunch` exactly when POST /schema answers" }),
    features: Type.Optional(Type.Object({ timezone: Type.Optional(Type.Boolean()) })),
    responsibleFor: Type.Object({
      dataProviding: Type.Boolean(),
      userAuthentication: Type.Boolean(),
      dataSynchronization: Type.Boolean(),
      automations: Type.Boolean(),
    }),
  },
  {
    title: "ApplicationResponse",
    examples: [
      {
        id: "tracker",
        version: "1.0.0",
        name: "Tracker",
        description: "Issues of your projects",
        authentication: [{ id: "none", name: "No account", description: "" }],
        sources: [{ id: "issues", name: "Issues", description: "", filter: [] }],
        type: "none",
        responsibleFor: {
          dataProviding: true,
          userAuthentication: false,
          dataSynchronization: false,
          automations: false,
        },
      },
    ],
    antiExamples: [
      {
        value: { name: "Tracker" },
        reason: "id, version, description, authentication and sources are always emitted",
      },
      {
        value: {
          id: "t",
          version: "1",
          name: "T",
          description: "",
          authentication: [],
          sources: [],
          type: "none",
          responsibleFor: {
            dataProviding: true,
            userAuthentication: false,
            dataSynchronization: false,
            automations: false,
          },
        },
        reason: "a connector has at least one account kind, if only `none`",
      },
    ],
  },
);

/** Response of GET /. */
export type ApplicationResponse = Static<typeof applicationResponse>;
