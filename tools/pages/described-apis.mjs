import { createServer } from "node:http";

// An OData service and a GraphQL API that describe themselves: `node described-apis.mjs PORT`.

const metadata = `<?xml version="1.0" encoding="utf-8"?>
<edmx:Edmx Version="4.0" xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx"><edmx:DataServices>
<Schema Namespace="Shop" xmlns="http://docs.oasis-open.org/odata/ns/edm">
<EntityType Name="Tea"><Key><PropertyRef Name="Id"/></Key><Property Name="Id" Type="Edm.Int32" Nullable="false"/><Property Name="Name" Type="Edm.String"/></EntityType>
<EntityContainer Name="Container"><EntitySet Name="Teas" EntityType="Shop.Tea"/></EntityContainer>
</Schema></edmx:DataServices></edmx:Edmx>`;

const text = { kind: "SCALAR", name: "String", ofType: null };
/**
 * @param {string} name Name of a field.
 * @param {object} type Its type.
 * @returns {object} The field, as an introspection describes it.
 */
const field = (name, type) => ({ name, description: null, args: [], type, isDeprecated: false });
const schema = {
  queryType: { name: "Query" },
  types: [
    {
      kind: "OBJECT",
      name: "Query",
      fields: [
        field("teas", { kind: "LIST", name: null, ofType: { kind: "OBJECT", name: "Tea", ofType: null } }),
      ],
    },
    { kind: "OBJECT", name: "Tea", fields: [field("name", text)] },
    { kind: "SCALAR", name: "String", fields: null },
  ],
};

createServer((request, response) => {
  const isMetadata = request.url?.includes("$metadata") ?? false;
  response.setHeader("content-type", isMetadata ? "application/xml" : "application/json");
  if (isMetadata) response.end(metadata);
  else if (request.method === "POST") response.end(JSON.stringify({ data: { __schema: schema } }));
  else response.end(JSON.stringify({ value: [{ Id: 1, Name: "Assam" }] }));
}).listen(Number(process.argv[2]), "127.0.0.1");
