import { Secret } from "@wellhead/sdk";
import { expect, it } from "vitest";
import { signAzureRequest } from "./sign-azure-request.js";

/** Requests as the official client for JavaScript (`@azure/storage-blob` 12.34) has sent and signed them. */
const requests = [
  [
    "/data?comp=list&prefix=a%20b%2F%C3%BC%2B%26%3D1%2C2&marker=2!76!x%3D%2Cy&maxresults=7&restype=container",
    { "x-ms-client-request-id": "0b8b2f69-445e-486e-9e1c-ab41c359485f" },
    "Fpu0yAFFnvSk8k861ijUyHeyrmvT/OvXATBVX/UyBzs=",
  ],
  [
    "/data/a%20b/%C3%BC%2B%26%3D(1)%27*!.csv",
    { "x-ms-range": "bytes=5-14", "x-ms-client-request-id": "d707dd01-aa1d-44fd-aa82-ab8da98694b6" },
    "1DG7mKveCEj0EJHFlH2doyneJlbMrS3qWRwQuK24Dak=",
  ],
  [
    "/data/plain.csv?versionid=2026-01-01T00%3A00%3A00.0000000Z",
    { "x-ms-client-request-id": "61f951c6-8610-46df-ab3f-09879ab108d4" },
    "EaigmlGtqLhlgtoVdJYaBKWjYr0a0bspQe/Yk61gSpI=",
  ],
] as const;

it.each(requests)(
  "signAzureRequest() of %s has the signature of another client",
  (path, headers, signature) => {
    const request = {
      method: "GET",
      url: new URL(`http://127.0.0.1:10000/devstoreaccount1${path}`),
      headers: { "x-ms-version": "2026-04-06", ...headers },
      body: undefined,
    };
    signAzureRequest(request, {
      account: "devstoreaccount1",
      key: new Secret(Buffer.from("0123456789abcdef0123456789abcdef").toString("base64")),
      time: new Date("2026-11-26T06:35:48Z"),
    });
    expect(request.headers).toMatchObject({ authorization: `SharedKey devstoreaccount1:${signature}` });
  },
);
