const text = { type: "string", minLength: 1 } as const;
const texts = { type: "array", items: text } as const;
const count = { type: "integer", minimum: 1 } as const;

const shared = {
  $schema: { type: "string" },
  command: text,
  args: { type: "array", items: { type: "string" } },
  env: { type: "object", additionalProperties: { type: ["string", "boolean"], not: { const: false } } },
  folder: text,
  id: text,
  name: text,
  description: text,
  config: { type: "object" },
  fixed: { type: "object" },
  streams: { ...texts, minItems: 1 },
  hide: texts,
  keys: { type: "object", additionalProperties: { ...texts, minItems: 1 } },
  incremental: texts,
  cursors: { type: "object", additionalProperties: text },
  states: text,
  fullEvery: { type: "string", pattern: "^\\d+(\\.\\d+)? (s|min|h|d)$" },
  limits: {
    type: "object",
    additionalProperties: false,
    properties: { maxProcesses: count, maxMemoryMb: count, maxFileMb: count, maxMinutes: count },
  },
} as const;

/** Schema of a file that describes a source of Airbyte. */
export const airbyteFileSchema = {
  type: "object",
  required: ["command"],
  additionalProperties: false,
  properties: shared,
} as const;

/** Schema of a file that describes a tap of Singer. */
export const singerFileSchema = {
  ...airbyteFileSchema,
  properties: {
    ...shared,
    settings: { type: "object" },
    catalog: { enum: ["--catalog", "--properties", false] },
    discover: { type: "boolean" },
  },
} as const;
