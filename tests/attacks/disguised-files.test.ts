import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { downloadReport, importReport } from "../../contract/deals";
import { importInvites } from "../../contract/invites";
import { addPerson } from "../club/club-people";
import { openTestClub, type TestClub } from "../setup/club";

let club: TestClub;
let token: string;
let curatorId: number;
beforeAll(async () => {
  club = await openTestClub({ work: false });
  const curator = await addPerson(club, { role: "curator" });
  curatorId = curator.id;
  token = await curator.logIn();
});
afterAll(() => club?.close());

const page = "<!doctype html><script>alert(1)</script>";
const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>';
/** A picture of 60 000 × 60 000 points, by its header. */
const hugePicture = Uint8Array.from([
  ...Buffer.from("\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR", "latin1"),
  ...[0, 0, 0xea, 0x60, 0, 0, 0xea, 0x60, 8, 6, 0, 0, 0],
]);
const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** What isn't a table, whatever it is called. */
const disguises: readonly (readonly [
  what: string,
  name: string,
  type: string,
  content: string | Uint8Array<ArrayBuffer>,
])[] = [
  ["a page", "report.xlsx", XLSX, page],
  ["a page called CSV", "report.csv", "text/csv", page],
  ["a drawing", "report.xlsx", "image/svg+xml", svg],
  ["a program", "report.csv", "text/csv", Uint8Array.from([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0, 4])],
  ["a huge picture", "report.xlsx", XLSX, hugePicture],
  ["an archive that is a page as well", "report.xlsx", XLSX, `PK\x03\x04${page}`],
  ["a PDF", "report.pdf", "application/pdf", "%PDF-1.4\n%%EOF\n"],
];

describe("a disguised file", () => {
  test.each(disguises)(
    "§8.1 %s is refused as a report and as a list of invitees, and isn't kept",
    async (...disguise) => {
      const [, name, type, content] = disguise;
      for (const call of [importReport, importInvites]) {
        const file = new File([content], name, { type });
        const { status, refusal } = await club.call(call, {}, { token, files: { file } });
        expect([status, refusal?.message]).toEqual([422, expect.stringMatching(/\p{Script=Cyrillic}/u)]);
      }
      expect(await club.db.selectFrom("report_files").select("id").execute()).toEqual([]);
      expect(await club.db.selectFrom("tasks").select("id").execute()).toEqual([]);
    },
  );

  test("§3.10 an uploaded file comes back as an attachment that no browser shows, under a name that ends no header", async () => {
    const file_name = 'a"; filename=page.html\r\nSet-Cookie: planted=1\r\n\r\n<script>\u2028\u0007.html';
    const { id } = await club.db
      .insertInto("report_files")
      .values({ curator_id: curatorId, file_name, content_type: "text/csv", content: Buffer.from(page) })
      .returning("id")
      .executeTakeFirstOrThrow();
    const { status, headers } = await club.call(downloadReport, { id }, { token });
    expect(status).toBe(200);
    expect(headers.get("Content-Type")).toMatch(/^text\/csv/);
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("Set-Cookie")).toBeNull();
    expect(headers.get("Content-Disposition")).toMatch(
      /^attachment; filename="[\w.-]+"; filename\*=UTF-8''[\w.~!$&+^`|%-]+$/,
    );
    await club.db.deleteFrom("report_files").execute();
  });

  test("§3.10 the type that the sender names doesn't count, and a path in the name is left out", async () => {
    const table = "Дата продажи;ФИО менеджера;ИНН;Артикул;Количество\r\n";
    const file = new File([table], "../../etc/passwd\u0000.html", { type: "text/html" });
    const { status, result } = await club.call(importReport, {}, { token, files: { file } });
    if (status !== 200) return expect(status).toBe(422);
    const { headers } = await club.call(downloadReport, { id: String(result?.id) }, { token });
    expect(headers.get("Content-Type")).toMatch(/^text\/csv/);
    expect(headers.get("Content-Disposition")).not.toMatch(/etc|\.\./);
  });
});
