/**
 * A connector as people wrote them with Express years ago: CommonJS, callbacks, `res.json` of everything at once.
 * First public generation: GET /, POST /, POST /validate, POST /datalist and GET /logo. Written from the public
 * documents and not from our code. Run it with `node old-express.cjs <port>`; port 0 takes a free one. The address is
 * the first line printed.
 */
"use strict";
const express = require("express");

const USER = { username: "ada", password: "analytical-engine" };

const COLOURS = [
  { id: 1, name: "Red", family: "warm", code: "#FF0000" },
  { id: 2, name: "Orange", family: "warm", code: "#FF9900" },
  { id: 3, name: "Blue", family: "cool", code: "#0000FF" },
];

const FAMILIES = [
  { name: "Warm", value: "warm" },
  { name: "Cool", value: "cool" },
];

const application = {
  version: "1.0",
  name: "Colours",
  description: "Colours and their families",
  site: "www.colours.example",
  tags: ["example"],
  color: "#FF9900",
  authentication: [
    {
      id: "basic",
      name: "User name and password",
      description: "An account of the colour shop",
      fields: [
        { id: "username", name: "User name", description: "Your name", type: "text", optional: false },
        { id: "password", name: "Password", description: "Your password", type: "password", optional: false },
      ],
    },
  ],
  sources: [
    {
      id: "colours",
      name: "Colours",
      description: "All colours",
      tags: ["colour"],
      fields: {
        id: { name: "Id", description: "", type: "id" },
        name: { name: "Name", description: "", type: "text" },
        family: { name: "Family", description: "", type: "text" },
        code: { name: "Code", description: "", type: "text" },
      },
      filter: [
        {
          id: "family",
          name: "Family",
          description: "Which family",
          type: "list",
          datalist: true,
          datalist_requires: [],
          optional: true,
        },
      ],
    },
  ],
};

function fail(status, text) {
  const error = new Error(text);
  error.status = status;
  return error;
}

function isObject(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

function checkAccount(account, next) {
  if (!isObject(account)) return next(fail(400, "account is missing"));
  const kind = account.auth || account.identifier;
  if (kind !== undefined && kind !== "basic") return next(fail(400, "unknown account kind"));
  if (account.username !== USER.username || account.password !== USER.password)
    return next(fail(401, "user name or password is wrong"));
  return next();
}

function checkSource(id, next) {
  if (id !== "colours") return next(fail(400, "unknown source"));
  return next();
}

const app = express();
app.use(express.json({ limit: "10mb" }));

app.use(function (req, res, next) {
  if (req.method === "POST" && req.body !== undefined && !isObject(req.body))
    return next(fail(400, "the body is no object"));
  req.body = req.body || {};
  if (req.method === "OPTIONS") return res.status(204).end();
  return next();
});

app.get("/", function (req, res) {
  res.json(application);
});

app.get("/logo", function (req, res) {
  res
    .type("image/svg+xml")
    .send('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><circle cx="1" cy="1" r="1"/></svg>');
});

app.post("/validate", function (req, res, next) {
  if (req.body.id !== undefined && req.body.id !== "basic") return next(fail(400, "unknown account kind"));
  const fields = req.body.fields;
  if (!isObject(fields)) return next(fail(400, "fields are missing"));
  if (!fields.username) return next(fail(400, "username is missing"));
  if (!fields.password) return next(fail(400, "password is missing"));
  return checkAccount({ username: fields.username, password: fields.password }, function (error) {
    if (error) return next(error);
    return res.json({ name: fields.username });
  });
});

app.post("/datalist", function (req, res, next) {
  checkSource(req.query.source, function (error) {
    if (error) return next(error);
    if (req.query.field !== "family") return next(fail(400, "the field has no options"));
    return checkAccount(req.body, function (wrong) {
      if (wrong) return next(wrong);
      return res.json(FAMILIES);
    });
  });
});

app.post("/", function (req, res, next) {
  checkSource(req.body.source, function (error) {
    if (error) return next(error);
    return checkAccount(req.body.account, function (wrong) {
      if (wrong) return next(wrong);
      const filter = req.body.filter || {};
      if (!isObject(filter)) return next(fail(400, "filter is no object"));
      return res.json(
        COLOURS.filter(function (colour) {
          return !filter.family || colour.family === filter.family;
        }),
      );
    });
  });
});

app.all("/validate", function (req, res) {
  res.status(405).set("Allow", "POST").json({ error: "use POST" });
});

app.use(function (req, res, next) {
  next(fail(404, "no such path"));
});

app.use(function (error, req, res, next) {
  if (res.headersSent) return next(error);
  const status = error.status || 500;
  return res.status(status).json({ error: status === 500 ? "something went wrong" : error.message });
});

const server = app.listen(Number(process.argv[2] || 8080), "127.0.0.1", function () {
  console.log("http://127.0.0.1:" + server.address().port + "/");
});
