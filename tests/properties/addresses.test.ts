import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readReferrer, readReturnPath } from "../../app/session/return-path.server";
import { describeAttachment } from "../../app/upstream/attachment.server";
import { sendFile } from "../../club/platform/http/send-file";
import { fileNameWithoutPath } from "../../club/platform/spreadsheets/uploaded-table";
import { calls } from "../../contract";
import { type CallDescriptor, pathParameters } from "../../contract/call";
import { createRequest } from "../../contract/request";
import { tries } from "../setup/properties";

const ORIGIN = "https://club.example";

/** Any text, with the pieces of addresses more often than by chance. */
const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc
    .array(
      fc.constantFrom(
        ..."/\\@:?#&=.%;\t\n\r \u0000a",
        "//",
        "..",
        "%2f",
        "%5c",
        "%0d%0a",
        "evil.example",
        "https:",
        "javascript:",
        "\u2028",
        "／",
        "\ud800",
      ),
    )
    .map((pieces) => pieces.join("")),
);

describe("where a form leads back to", () => {
  test("§2.1.6 is a path of this site, whatever the form says", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          anyText,
          anyText.map((text) => `/${text}`),
        ),
        (typed) => {
          const path = readReturnPath(typed, "/fallback");
          for (const page of ["/", "/cookies", "/dashboard/profile?x=//evil"]) {
            expect(new URL(path, ORIGIN + page).origin).toBe(ORIGIN);
          }
          expect(path).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/);
          const response = new Response(null, { status: 303, headers: { Location: path } });
          expect(response.headers.get("Location")).toBe(path);
        },
      ),
      tries(3_000),
    );
  });

  test("§2.1.6 is the same page for every path that a page of this site has", () => {
    const path = fc
      .tuple(
        fc.webPath().filter((path) => path.startsWith("/") && !path.startsWith("//")),
        fc.webQueryParameters(),
      )
      .map(([path, query]) => path + (query && `?${query}`));
    fc.assert(
      fc.property(path, (path) => {
        const { pathname, search } = new URL(path, ORIGIN);
        fc.pre(!pathname.startsWith("//"));
        expect(readReturnPath(path, "/fallback")).toBe(pathname + search);
      }),
      tries(500),
    );
  });

  test("§2.1.6 is a path of this site, whatever page the request says that it came from", () => {
    const referrer = fc.oneof(
      anyText.map((text) => text.replace(/[^\x20-\x7e]/g, "")),
      fc.webUrl(),
      anyText.map((text) => `${ORIGIN}/${encodeURI(text.toWellFormed())}`),
    );
    fc.assert(
      fc.property(referrer, (from) => {
        const path = readReferrer(new Request(`${ORIGIN}/cookies`, { method: "POST", headers: { Referer: from } }));
        expect(new URL(path, ORIGIN).origin).toBe(ORIGIN);
        expect(path).toMatch(/^\/(?![/\\])/);
      }),
      tries(1_000),
    );
  });
});

describe("a call", () => {
  const upstream = { origin: "https://api.example:8443", clientId: "brand", clientSecret: "secret" };
  const nameCall = ({ method, path }: CallDescriptor) => `${method} ${path}`;
  /** One of these calls, by its name, so that a failure can be read. */
  const oneOf = (some: readonly CallDescriptor[]) => fc.constantFrom(...new Set(some.map(nameCall)));
  const findCall = (name: string): CallDescriptor => {
    const found = calls.find((call) => nameCall(call) === name);
    if (!found) throw new Error(name);
    return found;
  };
  const inPath = calls.filter(({ path }) => pathParameters(path).length > 0);

  test("§7.2 keeps its address, and every parameter arrives as it is, whatever people type", () => {
    fc.assert(
      fc.property(oneOf(inPath), fc.oneof(anyText, fc.constantFrom(".", "..", "", " ")), (callName, typed) => {
        const call = findCall(callName);
        const [name = ""] = pathParameters(call.path);
        const { pathname, search, origin } = new URL(createRequest(upstream, call, { [name]: typed } as never).url);
        const [before = "", after = ""] = `/api/${call.path}`.split(`{${name}}`);
        expect(origin).toBe(upstream.origin);
        expect([pathname.startsWith(before), pathname.endsWith(after)]).toEqual([true, true]);
        const segment = pathname.slice(before.length, pathname.length - after.length);
        expect(segment).not.toContain("/");
        // No address can have these two as a part of its path.
        const arrives = typed === "." || typed === ".." ? "" : typed.toWellFormed();
        expect(decodeURIComponent(segment)).toBe(arrives);
        expect(new URLSearchParams(search).has(name)).toBe(false);
      }),
      tries(1_500),
    );
  });

  test("§7.2 has every other field in its query or its body as it is", async () => {
    const plain = calls.filter(({ path, files }) => pathParameters(path).length === 0 && !files);
    await fc.assert(
      fc.asyncProperty(oneOf(plain), fc.stringMatching(/^[a-z_]{1,20}$/), anyText, async (callName, name, typed) => {
        const call = findCall(callName);
        const request = createRequest(upstream, call, { [name]: typed } as never);
        const sent =
          call.method === "POST"
            ? ((await request.json()) as Record<string, unknown>)[name]
            : new URL(request.url).searchParams.get(name);
        // Text that isn't Unicode can't be sent in an address.
        expect(sent).toBe(call.method === "POST" ? typed : typed.toWellFormed());
        expect(new URL(request.url).pathname).toBe(`/api/${call.path}`);
      }),
      tries(300),
    );
  });
});

describe("a download", () => {
  /** `attachment` with a quoted name of ASCII and, as RFC 8187 writes it, the name itself. */
  const HEADER = /^attachment; filename="([\w.-]*)"; filename\*=UTF-8''((?:[\w!#$&+.^`|~-]|%[0-9A-F]{2})*)$/;

  test("§7.2 of the club has a valid header and its own name, whatever name somebody's file had", () => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.string({ unit: "grapheme", minLength: 190, maxLength: 260 })), (uploaded) => {
        const fileName = fileNameWithoutPath(uploaded, "файл.csv");
        expect(fileName).not.toMatch(/[\p{Cc}/\\]/u);
        const { headers } = sendFile({ fileName, contentType: "text/csv", content: "" });
        const [, ascii, encoded = ""] = HEADER.exec(headers.get("Content-Disposition") ?? "") ?? [];
        expect(ascii).toBeTruthy();
        expect(decodeURIComponent(encoded)).toBe(fileName.toWellFormed());
      }),
      tries(1_500),
    );
  });

  test("§7.2 is always an attachment with a name, whatever the upstream's header is", () => {
    const header = fc
      .oneof(
        anyText,
        fc
          .array(
            fc.constantFrom(
              "attachment",
              "inline",
              ";",
              "=",
              '"',
              "filename",
              "filename*",
              "UTF-8''",
              "%D0",
              "a.csv",
              " ",
              "\t",
            ),
          )
          .map((pieces) => pieces.join("")),
      )
      // What an HTTP header can have at all.
      .map((text) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, ""));
    fc.assert(
      fc.property(fc.option(header), fc.constantFrom("text/csv", "application/pdf", ""), (given, type) => {
        const described = describeAttachment(given, type);
        const value = new Headers({ "Content-Disposition": described }).get("Content-Disposition") ?? "";
        expect(value).toMatch(/^attachment; /);
        expect(value).toMatch(/filename\*?\s*=/i);
      }),
      tries(1_500),
    );
  });
});
