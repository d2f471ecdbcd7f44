import { isRecord, parseJson } from "../text/record.js";
import type { Exchange } from "../workbench/exchanges/exchange.js";

/** The probable cause of a failure, and what to do next. */
export interface Advice {
  readonly title: string;
  readonly steps: readonly string[];
}

/** The part of an exchange that the advice depends on. */
export type AdvisedExchange = Pick<
  Exchange,
  "method" | "path" | "status" | "ending" | "note" | "responseHeaders" | "responseBody" | "requestHeaders"
>;

const notCors =
  "CORS is not the reason: this console requests connectors through its own service, not from the browser.";

// Messages of the service for requests without a response, each with advice. The first match counts.
const failures: readonly (readonly [RegExp, Advice])[] = [
  [
    /service of this console/i,
    {
      title: "The service of this console has stopped",
      steps: ["Start it again, then reload this page.", "Nothing is known about the connector."],
    },
  ],
  [
    /name is not known|ENOTFOUND|EAI_AGAIN/i,
    {
      title: "The name of the host is not known",
      steps: [
        "Check the spelling of the address.",
        "Look the name up on the machine that runs this console: it may be known in another network only.",
      ],
    },
  ],
  [
    /nothing listens|ECONNREFUSED/i,
    {
      title: "The connector is not running at this address",
      steps: [
        "Start the connector, and compare the port with the one that it prints.",
        "If this console runs in a container, 127.0.0.1 is that container: use the name of the connector's host.",
      ],
    },
  ],
  [
    /certificate|altnames/i,
    {
      title: "The certificate of the connector is not trusted",
      steps: [
        "If it is self-signed, start the console with NODE_EXTRA_CA_CERTS=<file> and its authority in that file.",
        "If it has expired or is for another name, renew it, or use the name that it is for.",
        "A connector on this machine can be reached by http:// without a certificate.",
      ],
    },
  ],
  [
    /does not speak TLS|wrong version number/i,
    {
      title: "The connector does not use TLS",
      steps: ["Open the address with http:// in place of https://."],
    },
  ],
  [
    /does not speak HTTP|closed before a response/i,
    {
      title: "Something else than an HTTP server answers",
      steps: [
        "If the server expects TLS, open the address with https:// in place of http://.",
        "Check the port: it may be the one of a database or of another program.",
      ],
    },
  ],
  [
    /WELLHEAD_ALLOW|not public/i,
    {
      title: "The address is in a private network",
      steps: ["Start the console with the setting WELLHEAD_ALLOW for this network, as the message says."],
    },
  ],
  [
    /token is not that of this start/i,
    { title: "The console was started again", steps: ["Reload this page."] },
  ],
  [
    /for operators|relay/i,
    {
      title: "The address is not that of a connector",
      steps: [
        "Open the address that the service prints for its connectors, not its admin port or this console.",
      ],
    },
  ],
];

/** Returns advice for a request that failed; `undefined` for one that succeeded or is in progress. */
export function adviceFor(exchange: AdvisedExchange): Advice | undefined {
  const { status, ending, note } = exchange;
  if (ending === "open" || ending === "cancelled") return undefined;
  if (status === undefined) {
    const known = failures.find(([pattern]) => pattern.test(note))?.[1];
    const steps = known?.steps ?? ["Check the address, the network, and whether the connector is running."];
    return { title: known?.title ?? "The connector could not be reached", steps: [...steps, notCors] };
  }
  // An error whose body is incomplete is still the error that its status names.
  if (status >= 300) return statusAdvice(status, exchange);
  if (ending === "cut" || ending === "failed") {
    return {
      title: "The answer ended in the middle",
      steps: [
        "Look into the connector's log for the time of this request: it may have stopped or run out of memory.",
        "A proxy in between may close connections after a maximum time or size.",
      ],
    };
  }
  return exchange.method === "GET" && exchange.path === "/" ? descriptionAdvice(exchange) : undefined;
}

function statusAdvice(status: number, exchange: AdvisedExchange): Advice {
  if (status < 400) {
    const target = headerOf(exchange, "location");
    return {
      title: "The address redirects",
      steps: [
        target === "" ? "Open the connector by its final address." : `Open the connector at ${target}`,
        "A redirect to a page for signing in means that a proxy guards the connector.",
      ],
    };
  }
  if (status === 401 || status === 403) return refusedAdvice(status, exchange);
  if (status === 404 || status === 405) {
    return {
      title:
        exchange.path === "/"
          ? "There is no connector at this path"
          : "The connector does not have this path",
      steps: [
        "Compare the address with the one that the service prints, with every part of the path.",
        "The address of a connector ends where its GET / is: leave out parts such as /validate.",
      ],
    };
  }
  if (status === 429) {
    const after = headerOf(exchange, "retry-after");
    return {
      title: "The connector is asked too often",
      steps: [
        after === ""
          ? "Wait a while, then send the request again."
          : `Send the request again after ${after} s.`,
      ],
    };
  }
  return status < 500 ? inputAdvice : serverAdvice(exchange);
}

const inputAdvice: Advice = {
  title: "The connector refused what was sent",
  steps: ["Read its message in the body of the answer.", "Change the request with “Edit and resend”."],
};

function refusedAdvice(status: number, exchange: AdvisedExchange): Advice {
  if (/cors|origin/i.test(exchange.responseBody)) {
    return {
      title: "The connector refuses the origin of a page",
      steps: [
        "This console sends no origin, so a proxy in between adds or demands one: look at its CORS settings.",
        "CORS does not protect a connector, because only browsers follow it.",
      ],
    };
  }
  if (exchange.path === "/") {
    return {
      title: "The description needs no account, but this connector demands one",
      steps: [
        "GET / is public: let the connector answer it without an account, or take the guard of the proxy away.",
        "If the service demands a key of its caller, start the console with that key.",
      ],
    };
  }
  return {
    title: status === 401 ? "The account was not accepted" : "The account may not do this",
    steps: [
      "Read the message of the connector in the body of the answer.",
      "Connect the account again, or another one, with the account control at the top.",
    ],
  };
}

function serverAdvice(exchange: AdvisedExchange): Advice {
  const id = headerOf({ responseHeaders: exchange.requestHeaders }, "x-correlationid");
  return {
    title: "The connector, or a proxy before it, failed",
    steps: [
      id === ""
        ? "Look into the connector's log."
        : `Search the connector's log for the correlation id ${id}.`,
      "Send the request again: a failure of the connector's own source may have passed.",
    ],
  };
}

function descriptionAdvice({ responseBody, responseHeaders }: AdvisedExchange): Advice | undefined {
  const text = responseBody.trim();
  const json = parseJson(text);
  if (isRecord(json)) return undefined;
  if (/^<(?:!doctype|html|\?xml|[a-z])/i.test(text)) {
    return {
      title: "This is a web page, not a connector",
      steps: [
        "Check the path: GET / of a connector answers a JSON object.",
        "If the page asks for a sign-in, a proxy guards the connector: open an address behind it.",
      ],
    };
  }
  const type = headerOf({ responseHeaders }, "content-type");
  return {
    title: text === "" ? "The answer has no body" : "The answer is not a description of a connector",
    steps: [
      `GET / of a connector answers a JSON object with its name and its sources${type === "" ? "" : `; this answer is ${type}`}.`,
      "Check the path and the port: another program may answer there.",
    ],
  };
}

function headerOf({ responseHeaders }: Pick<AdvisedExchange, "responseHeaders">, wanted: string): string {
  return responseHeaders.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? "";
}
