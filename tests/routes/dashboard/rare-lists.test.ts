import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { readText } from "../../setup/outline-text";
import { linksOf, openReplayedPortal, type ReplayedPortal, textOf, toldAfter } from "../../setup/replayed-portal";

// Lists, reports and files of the dashboard when something is missing, has broken off or isn't ready.

let portal: ReplayedPortal;

beforeAll(async () => {
  portal = await openReplayedPortal();
});
afterAll(() => portal?.close());
afterEach(() => portal?.answerAsRecorded());

test("§1.3 a month of reports is named however it is written, and by the upstream's own word where it is none", async () => {
  const written = ["2026-03", "03.2026", "03/2026", "2026-03-31T22:00:00Z", "весь год"];
  portal.answer({
    "GET regional/search/users/inn/{inn}": [{ id: 14, name: "Крылов", role: "Ритейл", company: "Ось", inn: "1" }],
    "GET regional/search/users/{id}/list/reports/months": written.map((month) => ({ month, rows: 1, points: 2 })),
  });
  const page = await (await portal.visit("system-manager")).open("/dashboard/search/?inn=5000200016&user=14");
  const rows = [...(page.document.querySelector("#months")?.querySelectorAll("tbody tr") ?? [])];
  const march = "март 2026 г.";
  expect(rows.map((row) => readText(row.querySelector("th")?.textContent))).toEqual([
    ...[march, march, march],
    ...["апрель 2026 г.", "весь год"],
  ]);
  const files = rows.map((row) =>
    row
      .querySelector("a")
      ?.getAttribute("href")
      ?.replace(/.*month=/, ""),
  );
  expect(files).toEqual(written.map(encodeURIComponent));
});

test("§3.10 a period without sales says so, also where it has one end only; one that is turned round counts none", async () => {
  const manager = await portal.visit("manager");
  portal.answer({ "GET deals/current/user": { items: [], total: 0 } });
  for (const query of ["date_from=2026-01-01", "date_to=2026-01-01"]) {
    const page = await manager.open(`/dashboard/sales/?${query}`);
    expect(textOf(page)).toContain("За этот период ничего нет");
    expect(linksOf(page)).toContain("Показать за всё время → /dashboard/sales/");
  }
  expect(textOf(await manager.open("/dashboard/sales/"))).toContain("Продаж пока нет");
  const turned = await manager.open("/dashboard/sales/?date_from=2026-02-01&date_to=2026-01-01");
  expect(textOf(turned)).toContain("Проверьте даты");
  expect(textOf(turned)).not.toContain("0 продаж");
});

const CHOICES = "GET deals/claims/choices";
const choices = {
  distributors: [{ id: 1, name: "Автодеталь" }],
  shops: [{ id: "5000200016", name: "Ось" }],
  articles: [{ id: "A-1", name: "Фильтр" }],
};

test("architecture: a second photo of a claim that is no picture is refused at its field, and nothing is sent", async () => {
  portal.answer({ [CHOICES]: choices });
  const member = await portal.visit("member");
  await member.open("/dashboard/sales/claims/new");
  portal.upstream.takeCalls();
  const page = await member.submit({
    ...{ article_code: "A-1", sell_count: "2", sell_date: "2026-11-01", document_number: "УПД-1" },
    ...{ curator_id: "1", inn: "5000200016" },
    photo: new File(["jpeg"], "first.jpg", { type: "image/jpeg" }),
    second_photo: new File(["text"], "second.txt", { type: "text/plain" }),
  });
  expect(page.status).toBe(400);
  const invalid = [...page.document.querySelectorAll("[aria-invalid=true]")].map((field) => field.getAttribute("name"));
  expect(invalid).toEqual(["second_photo"]);
  expect(portal.upstream.takeCalls()).not.toContain("POST deals/claims");
});

const title = { id: 38, file_name: "май.csv", status: "done", total: 10, processed: 10, failed: 0, points: 5 };

test("§3.10 the page of a report counts all rows of its file, and those that were read where the upstream doesn't tell", async () => {
  const curator = await portal.visit("curator");
  const linesOf = async (change: object) => {
    portal.answer({
      "GET deals/report/titles": { items: [{ ...title, ...change }], total: 1 },
      "GET deals/report/details": { items: [], total: 0 },
    });
    return /Строк в файле ?(\d+)/.exec(textOf(await curator.open("/dashboard/report/38")))?.[1];
  };
  expect([await linesOf({ lines: 13 }), await linesOf({})]).toEqual(["13", "10"]);
});

test("§3.10 a further page of the reports is polled as that page", async () => {
  const curator = await portal.visit("curator");
  portal.upstream.takeCalls();
  await curator.open("/dashboard/report/status?page=3");
  const [asked] = portal.upstream.takeSentCalls();
  expect([asked?.call, new URLSearchParams(asked?.path.split("?")[1]).get("page")]).toEqual([
    "GET deals/report/titles",
    "3",
  ]);
});

test("§2.4.2 the code of a manager's link isn't that of a shop's", async () => {
  const curator = await portal.visit("curator");
  const pictureOf = async (role: string) => (await curator.open(`/dashboard/invite/qr?role=${role}`)).text;
  expect(await pictureOf("manager")).not.toBe(await pictureOf("member"));
  expect(await pictureOf("member")).toBe(await pictureOf("unknown"));
});

test("§3.10 a company without a name of its own is said to be added by its INN", async () => {
  const member = await portal.visit("member");
  const company = {
    ...{ intent: "register", company_inn: "5000200016", company_segment_id: "1" },
    company_actual_address_organization: "г. Тверь, ул. Советская, д. 1",
  };
  const toldOf = async (company_actual_name_organization: string) => {
    const fields = new URLSearchParams({ ...company, company_actual_name_organization });
    return toldAfter(member, await member.post("/dashboard/profile/companies/new", fields));
  };
  expect(await toldOf("Ось")).toBe("✓Компания Ось добавлена.");
  expect(await toldOf("")).toBe("✓Компания с ИНН 5000200016 добавлена.");
});

test("§3.10 why an order came to nothing is told, whoever has ended it", async () => {
  const spent = (id: number, status: string, reject_reason: string) => ({
    ...{ id, date: "2026-11-01T09:00:00Z", action: "Зонт", sumSub: 10, status, reject_reason, order_id: id },
    first_order_id: id,
  });
  const none = { items: [], total: 0 };
  const items = [spent(1, "rejected", "Нет в наличии"), spent(2, "cancelled", "По просьбе участника")];
  portal.answer({ "GET user/points": { added: none, spent: { items, total: 2 } } });
  const text = textOf(await (await portal.visit("member")).open("/dashboard/points"));
  expect(text).toContain("Нет в наличии");
  expect(text).toContain("По просьбе участника");
});

test("§1.4 of the last list it is said that it is still under way, rather than how many rows have failed", async () => {
  const curator = await portal.visit("curator");
  const toldOf = async (import_status: string) => {
    const list = { import_id: "8", import_date: "2026-11-01T09:00:00Z", import_total: 40, import_failed: 3 };
    portal.answer({ "GET invites/list/user/current/summary": { ...list, import_status, resendable: 0 } });
    return /Последний загруженный список[^.]*\.\d\d\.\d\d[^.]*\./.exec(
      textOf(await curator.open("/dashboard/invite/")),
    )?.[0];
  };
  expect(await toldOf("in_progress")).toMatch(/строк: 40, ещё отправляем\.$/);
  expect(await toldOf("done")).toMatch(/строк: 40, с ошибками: 3\.$/);
});

test("§1.4 of a task that has broken off it is told how many invitations have gone out", async () => {
  const curator = await portal.visit("curator");
  const task = { id: 7, status: "failed", total: 9, processed: 6, failed: 1, repeated: 1, repeats: [], errors: [] };
  portal.answer({ "GET invites/tasks/{id}/import/status": task });
  expect(textOf(await curator.open("/dashboard/invite/tasks/import/7"))).toContain("Уже отправлено: 4 приглашения.");
  portal.answer({ "GET invites/tasks/{id}/import/status": { ...task, processed: undefined } });
  expect(textOf(await curator.open("/dashboard/invite/tasks/import/7"))).not.toContain("Уже отправлено");
});

test("§3.10 the column of documents is there when one row has one", async () => {
  const row = { sell_date: "2026-03-01", article_code: "A-1", sell_count: 1, points: 1 };
  const curator = await portal.visit("curator");
  const headersOf = async (...numbers: string[]) => {
    const items = numbers.map((document_number) => ({ ...row, document_number }));
    portal.answer({ "GET deals/report/details": { items, total: items.length } });
    const { document } = await curator.open("/dashboard/report/38");
    return [...document.querySelectorAll("#rows th[scope=col]")].map(({ textContent }) => textContent);
  };
  expect(await headersOf("УТ-1", "")).toContain("Документ");
  expect(await headersOf("", "")).not.toContain("Документ");
});

test("§3.10 blanks around what is searched for are left out, and more than a field takes", async () => {
  const manager = await portal.visit("manager");
  const sentFor = async (search: string) => {
    portal.upstream.takeCalls();
    await manager.open(`/dashboard/sales/?${new URLSearchParams({ search })}`);
    const asked = portal.upstream.takeSentCalls().find(({ call }) => call === "GET deals/current/user");
    return new URLSearchParams(asked?.path.split("?")[1]).get("search");
  };
  expect(await sentFor("  OF-1012 ")).toBe("OF-1012");
  expect(await sentFor("   ")).toBeNull();
  expect(await sentFor("x".repeat(500))).toBe("x".repeat(100));
});

test("architecture: further pages of claims are asked for, of one's own and of those that are received", async () => {
  const askedBy = async (who: string, path: string, call: string) => {
    const browser = await portal.visit(who);
    portal.upstream.takeCalls();
    await browser.open(`${path}?page=2`);
    const asked = portal.upstream.takeSentCalls().find((sent) => sent.call === call);
    return new URLSearchParams(asked?.path.split("?")[1]).get("page");
  };
  expect(await askedBy("member", "/dashboard/sales/claims/", "GET deals/claims")).toBe("2");
  expect(await askedBy("curator", "/dashboard/report/claims/", "GET deals/claims/received")).toBe("2");
});

test("architecture: a refusal of a claim without a reason is told above its own form, and not above that of a yes", async () => {
  portal.answer({ "GET deals/claims/received/{id}": { id: 4, status: "pending", article_code: "A-1", sell_count: 2 } });
  const curator = await portal.visit("curator");
  await curator.open("/dashboard/report/claims/4");
  const page = await curator.submit({ reason: "" }, "Отклонить");
  expect(page.status).toBe(400);
  const alerts = [...page.document.querySelectorAll("main .error-summary")];
  expect(alerts.map((alert) => alert.closest("form")?.getAttribute("aria-label"))).toEqual(["Отклонить заявку"]);
});

test.each([
  ["manager", "/dashboard/sales/export", "/dashboard/sales/"],
  ["system-manager", "/dashboard/search/export?user_id=14&month=2026-03", "/dashboard/search/"],
  ["curator", "/dashboard/report/38/file", "/dashboard/report/"],
  ["curator", "/dashboard/report/38/errors", "/dashboard/report/38"],
  ["curator", "/dashboard/report/preview/5/errors", "/dashboard/report/preview/5"],
  ["curator", "/dashboard/report/claims/4/photos/1", "/dashboard/report/claims/4"],
  ["curator", "/dashboard/invite/export", "/dashboard/invite/"],
  ["curator", "/dashboard/invite/tasks/import/7/errors", "/dashboard/invite/"],
  ["curator", "/dashboard/profile/managers", "/dashboard/profile/"],
])("§7.1 §8.1 %s: the file of %s that isn't ready leads back to %s with the reason", async (who, path, back) => {
  const json = { success: false, errors: [{ error_display_message: "Готовим, зайдите позже." }] };
  portal.upstream.answer((call) => (/export|download|photos/.test(call) ? { status: 422, json } : undefined));
  const browser = await portal.visit(who);
  const page = await browser.open(path);
  expect([page.status, page.location]).toEqual([303, back]);
  expect(await toldAfter(browser, { location: "/promo/" })).toContain("Готовим, зайдите позже.");
});
