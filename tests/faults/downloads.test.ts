import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { readNotice } from "../../app/session/notice.server";
import { openTestClub, type TestClub } from "../setup/club";
import { openTestPortal, type TestPortal } from "../setup/portal";
import { type FaultyUpstream, openFaultyUpstream } from "./faulty-upstream";

let club: TestClub;
let upstream: FaultyUpstream;
let portal: TestPortal;
let curator: string;

beforeAll(async () => {
  club = await openTestClub({ seed: true });
  upstream = await openFaultyUpstream(club.origin);
  portal = await openTestPortal({ ...club, origin: upstream.origin });
  curator = await portal.logIn("79000000001");
});
afterEach(() => {
  upstream.fail(null);
  portal.takeLog();
});
afterAll(async () => {
  await portal.close();
  await upstream.close();
  await club.close();
});

const EXPORT = "/dashboard/profile/managers";
const CSV = "\uFEFFФамилия;Телефон\r\nИванова;79000000002\r\n";
const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

interface ExportReply {
  status?: number;
  /** Headers; without a Content-Type the file has none. */
  headers?: Record<string, string>;
  body: string;
}

/** Opens the export of managers, which the upstream answers like this. */
function exportManagers({ status = 200, headers = {}, body }: ExportReply) {
  upstream.fail({ status, headers: { "Content-Type": "", ...headers }, body }, /export\/managers/);
  return portal.ask(EXPORT, { headers: { Cookie: curator } });
}

describe("files", () => {
  test.each([
    ["no name and no type", {}, 'attachment; filename="export.csv"'],
    ["only a type: CSV", { "Content-Type": "text/csv; charset=utf-8" }, 'attachment; filename="export.csv"'],
    ["only a type: text", { "Content-Type": "text/plain" }, 'attachment; filename="export.csv"'],
    ["only a type: XLSX", { "Content-Type": XLSX }, 'attachment; filename="export.xlsx"'],
    ["only a type: PDF", { "Content-Type": "application/pdf" }, 'attachment; filename="export.pdf"'],
    ["only a type: ZIP", { "Content-Type": "application/zip" }, 'attachment; filename="export.zip"'],
    ["an attachment without a name", { "Content-Disposition": "attachment" }, 'attachment; filename="export.csv"'],
    ["an empty name", { "Content-Disposition": 'attachment; filename=""' }, 'attachment; filename="export.csv"'],
    ["inline without a name", { "Content-Disposition": "inline" }, 'attachment; filename="export.csv"'],
    ["inline", { "Content-Disposition": 'inline; filename="m.csv"' }, 'attachment; filename="m.csv"'],
    ["a name of its own", { "Content-Disposition": "Attachment;filename=m.csv" }, "attachment; filename=m.csv"],
    [
      "a name in Russian",
      { "Content-Disposition": "attachment; filename*=UTF-8''%D0%A4.csv" },
      "attachment; filename*=UTF-8''%D0%A4.csv",
    ],
    ["a name without a kind", { "Content-Disposition": "filename=m.csv" }, "attachment; filename=m.csv"],
  ] as [string, Record<string, string>, string][])(
    "§7.2 a file with %s is saved under a name",
    async (_, headers, expected) => {
      const file = await exportManagers({ headers, body: CSV });
      expect([file.status, file.headers.get("Content-Disposition")]).toEqual([200, expected]);
      expect(file.headers.get("X-Content-Type-Options")).toBe("nosniff");
      expect(file.headers.get("Cache-Control")).toBe("private, no-store");
      expect(Buffer.from(await file.arrayBuffer()).toString("utf8")).toBe(CSV);
    },
  );

  test.each(["application/json", "text/html; charset=utf-8", ""])(
    "§7.2 a CSV whose content type is «%s» is a CSV all the same",
    async (type) => {
      for (const body of [CSV, "[Отчёт] за март;1\r\n", '{"не JSON"};1\r\n', "  \r\n;;\r\n", "123"]) {
        const file = await exportManagers({ headers: { "Content-Type": type }, body });
        expect([body, file.status, file.headers.get("Content-Type")]).toEqual([body, 200, "text/csv"]);
        expect(file.headers.get("Content-Disposition")).toBe('attachment; filename="export.csv"');
        expect(Buffer.from(await file.arrayBuffer()).toString("utf8")).toBe(body);
      }
    },
  );

  test("§7.2 a file that is JSON and no reply of a call is saved as JSON", async () => {
    const body = '[{"Фамилия":"Иванова"}]';
    const file = await exportManagers({ headers: { "Content-Type": "application/json" }, body });
    expect(file.headers.get("Content-Disposition")).toBe('attachment; filename="export.json"');
    expect(await file.text()).toBe(body);
  });

  test("§8.9 a page of a proxy and a reply of another call are no files, but outages", async () => {
    for (const body of ["\n<!doctype html><title>502</title>", '{"success":true,"result":{"url":"/file.csv"}}']) {
      const page = await exportManagers({ headers: { "Content-Type": "text/html" }, body });
      expect([page.status, page.headers.get("Location")]).toEqual([303, "/500.html"]);
      expect(portal.takeLog()).toEqual([expect.objectContaining({ cause: "contract-mismatch", field: "(file)" })]);
    }
  });
});

describe("refusals", () => {
  const WORDS = "Выгрузка готовится. Попробуйте позже.";
  const entry = { error_lang_alias: ["x"], error_display_message: WORDS, error_system_message: {} };

  /** Opens the export, which is refused, and returns what the page that it leads back to says. */
  async function readRefused(reply: ExportReply): Promise<string> {
    const refused = await exportManagers(reply);
    expect([refused.status, refused.headers.get("Location")]).toEqual([303, "/dashboard/profile/"]);
    const Cookie = refused.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
    const received = await readNotice(new Request("http://club.test/", { headers: { Cookie } }));
    return received?.notice.text ?? "";
  }

  test.each([
    ["errors of the contract", { success: false, errors: [entry] }],
    ["errors as texts", { success: false, errors: [WORDS] }],
    ["an error", { success: false, error: WORDS }],
    ["an error as an entry", { isSuccess: false, error: { message: WORDS } }],
    ["a message", { success: false, message: WORDS }],
  ])("§8.1 a refused file shows the upstream's words: %s", async (_, json) => {
    const body = JSON.stringify(json);
    for (const type of ["application/json; charset=utf-8", "text/html", "text/plain", ""]) {
      expect([type, await readRefused({ headers: { "Content-Type": type }, body })]).toEqual([
        type,
        expect.stringContaining(WORDS),
      ]);
    }
    expect(await readRefused({ status: 403, headers: { "Content-Type": "application/json" }, body })).toContain(WORDS);
    expect(portal.takeLog()).toEqual([]);
  });

  test("§8.1 several messages are joined; §8.7 without words there is the default message", async () => {
    const several = { success: false, errors: [entry, { ...entry, error_display_message: "Осталось 5 минут." }] };
    const headers = { "Content-Type": "application/json" };
    expect(await readRefused({ headers, body: JSON.stringify(several) })).toBe(`${WORDS}\nОсталось 5\u00a0минут.`);
    expect(await readRefused({ headers, body: '{"success":false}' })).toContain("Ошибка выполнения запроса.");
    expect(await readRefused({ status: 404, body: "<h1>404</h1>" })).toContain("Ошибка выполнения запроса.");
  });
});
