import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findAct } from "../../../club/operators/operator-parts";
import { runAct } from "../../../club/platform/acts/run-act";
import { findReferral } from "../../../contract/invites";
import { alias, DEFAULT_ERROR_MESSAGE } from "../../../contract/values";
import { makeCsv, makeSales, readReportDirectory, type Sale, spoilSales } from "../../files/report-files";
import { openTestClub, type TestClub } from "../../setup/club";
import { openTestPortal, type TestPortal } from "../../setup/portal";
import { openRecordingUpstream, type RecordingUpstream } from "../../setup/recording-upstream";

let club: TestClub;
let upstream: RecordingUpstream;
let portal: TestPortal;
/** The portal before an upstream with the calls beyond the specification: a report's page then has what only a single report tells. */
let extended: TestPortal;
const cookies: Record<string, string> = {};

beforeAll(async () => {
  club = await openTestClub({ seed: true });
  upstream = await openRecordingUpstream(club.origin);
  portal = await openTestPortal({ ...club, origin: upstream.origin });
  const people = { curator: 1, manager: 2, member: 3, tadam: 4, "system-manager": 6 };
  for (const [name, number] of Object.entries(people)) cookies[name] = await portal.logIn(`7900000000${number}`);
  // What is the same for everybody is read now, before the second portal has other settings.
  await (await portal.ask("/")).text();
  extended = await openTestPortal({ ...club, origin: upstream.origin }, { extensions: true });
});
afterAll(async () => {
  await portal.close();
  await extended.close();
  await upstream.close();
  await club.close();
});

let taken = 0;

/** The requests to the upstream since the last call of this function, such as `GET /api/user/points?page=1`. */
function takeRequests(): string[] {
  const requests = upstream.requests.slice(taken);
  taken = upstream.requests.length;
  return requests.map(({ method, path, query }) => {
    const search = new URLSearchParams(query as Record<string, string>).toString();
    return `${method} ${path}${search && `?${search}`}`;
  });
}

/** The text of a page, without its markup and the copy of its data. */
async function read(who: string, path: string, through = portal) {
  const response = await through.ask(path, { headers: { Cookie: cookies[who] ?? "" } });
  const html = await response.text();
  return { status: response.status, headers: response.headers, html, words: wordsOf(html) };
}

function wordsOf(html: string): string {
  return html
    .replace(/<script[\s\S]*?<\/script>|<style[\s\S]*?<\/style>/g, " ")
    .replace(/<[^>]+>/g, " ")
    .replace(/&nbsp;|\u00a0/g, " ")
    .replace(/\s+/g, " ");
}

function post(who: string, path: string, body: FormData | URLSearchParams) {
  return portal.ask(path, {
    method: "POST",
    headers: { Cookie: cookies[who] ?? "" },
    body,
  });
}

function upload(sales: readonly Sale[] | string, name: string): FormData {
  const form = new FormData();
  const content = typeof sales === "string" ? sales : makeCsv(sales);
  form.set("file", new File([new Uint8Array(Buffer.from(content))], name, { type: "text/csv" }));
  return form;
}

function headersOf(html: string): string[] {
  return [...html.matchAll(/<th scope="col"[^>]*>([^<]*)</g)].map((match) => match[1] ?? "");
}

test("§3.10 a curator sees managers with their members, finds both by a member's INN, and exports the lists", async () => {
  const all = await read("curator", "/dashboard/profile/");
  expect(all.words).toContain("gavrilova@example.com");
  expect(headersOf(all.html)).toEqual(expect.arrayContaining(["Имя", "E-mail", "Телефон", "Компания", "ИНН"]));
  const found = await read("curator", "/dashboard/profile?q=5000200016");
  expect(found.words).toContain("Зайцева Ирина Павловна");
  expect(found.words).toContain("Крылов Михаил Андреевич");
  expect(found.words).not.toContain("gavrilova@example.com");
  for (const list of ["managers", "inns"]) {
    const file = await read("curator", `/dashboard/profile/${list}`);
    expect(file.headers.get("Content-Type")).toContain("text/csv");
    expect(file.headers.get("Cache-Control")).toBe("private, no-store");
    expect(file.html).toContain("5000200016");
  }
  const download = (words: string) => new RegExp(`href="([^"]+)"[^>]*>${words}<`).exec(all.html)?.[1];
  expect([download("Выгрузить список"), download("Выгрузить ИНН")]).toEqual([
    "/dashboard/profile/managers",
    "/dashboard/profile/inns",
  ]);
});

test("§3.10 §6.4 manager, member and tadam see the profile of their role; an export of another role leads back with a message", async () => {
  const manager = await read("manager", "/dashboard/profile");
  expect(manager.words).toContain("Крылов Михаил Андреевич");
  expect(headersOf(manager.html)).toEqual(
    expect.arrayContaining(["Название", "ИНН", "Юридическое название", "Юридический адрес"]),
  );
  const member = await read("member", "/dashboard/profile");
  expect(member.words).toContain("Мои компании");
  expect(member.words).toMatch(/Мой куратор Имя \S+/);
  const tadam = await read("tadam", "/dashboard/profile");
  expect(tadam.words).not.toMatch(/На счёте|Документы понадобятся/);
  const refused = await read("member", "/dashboard/profile/managers");
  expect(refused.status).toBe(303);
  expect(refused.headers.get("Location")).toBe("/dashboard/profile/");
  expect(refused.headers.get("Set-Cookie")).toMatch(/^notice=/);
});

test("§7.1 §9.1 a report is refused at its field or processed; all its rows and row errors can be reached", async () => {
  const refused = await post("curator", "/dashboard/report", upload("a;b\r\n1;2", "пусто.csv"));
  expect(refused.status).toBe(422);
  expect(wordsOf(await refused.text())).toContain("В отчёте не хватает столбцов");

  const directory = await readReportDirectory(club.db, Number((await readCurator()).id));
  const sales = makeSales(directory, 60, "2025-06-01");
  const { zeroCount } = spoilSales(sales[0] as Sale);
  const bad = Array.from({ length: 130 }, () => zeroCount as Sale);
  const sent = await post("curator", "/dashboard/report/", upload([...bad, ...sales], "июнь.csv"));
  const id = /\/dashboard\/report\/(\d+)"[^>]*>июнь\.csv/.exec((await read("curator", "/dashboard/report/")).html)?.[1];
  expect([sent.status, sent.headers.get("Location")]).toEqual([303, `/dashboard/report/${id}`]);
  expect(sent.headers.get("Set-Cookie") ?? "").not.toContain("notice=");
  let list = await read("curator", "/dashboard/report/");
  while (/В очереди|Считаем/.test(list.words)) {
    await delay(100);
    list = await read("curator", "/dashboard/report/");
  }
  expect(list.words).toContain("60 из 190");
  expect(list.words).toContain("Не засчитано строк: 130");
  expect(list.words).toContain("Все ошибки отчёта");

  takeRequests();
  const details = await read("curator", `/dashboard/report/${id}?errors=6`, extended);
  expect(details.words).toMatch(/Засчитано строк: 60 Участникам начислено: .* Строк с ошибками: 130\. .*Ошибки: 130/);
  expect(details.words).toContain("№ 131");
  expect(details.words).toContain("Засчитано строк: 60");
  expect(headersOf(details.html).slice(-8)).toEqual([
    "Дата продажи",
    "Сейлз",
    "Торговая точка",
    "ИНН",
    "Артикул",
    "Наименование",
    "Количество",
    "Баллы",
  ]);
  const asked = takeRequests();
  expect(asked).toContain(`GET /api/deals/report/details?file_id=${id}&page=1&per_page=999999`);
  const original = await read("curator", `/dashboard/report/${id}/file`);
  expect(original.html).toBe(
    makeCsv([...bad, ...sales])
      .toString("utf8")
      .replace(/^\ufeff/, ""),
  );
});

test("§3.10 a corrected report uploaded whole begins with its outcome, and what was counted before is one folded line", async () => {
  const directory = await readReportDirectory(club.db, Number((await readCurator()).id));
  const sales = makeSales(directory, 5, "2024-02-01");
  const { zeroCount } = spoilSales(makeSales(directory, 1, "2024-03-01")[0] as Sale);
  const send = async (rows: Sale[], name: string) => {
    const sent = await post("curator", "/dashboard/report/", upload(rows, name));
    const path = sent.headers.get("Location") ?? "";
    let page = await read("curator", path, extended);
    // Without script the page of a report that is being counted loads itself again.
    while (page.html.includes('<noscript><meta http-equiv="refresh"')) {
      await delay(100);
      page = await read("curator", path, extended);
    }
    return { ...page, path };
  };
  const refused = await send([zeroCount as Sale], "плохой.csv");
  expect(refused.words).toContain("Ни одна строка не засчитана Строк с ошибками: 1.");
  expect(refused.words).not.toContain("Уже учтено");
  await send([...sales, zeroCount as Sale], "первый.csv");
  const again = await send([...sales, zeroCount as Sale], "второй.csv");
  expect(again.words).toMatch(
    /Новых строк не засчитано Строк с ошибками: 1\. Уже учтено раньше: 5\. .*Ошибки: 1 .*Уже учтено: 5 .*№ 2–6 .*в отчёте «первый\.csv»/,
  );
  expect(again.html).toMatch(/<details class="disclosure"><summary>Уже учтено: 5<\/summary>/);
  expect((await send(sales, "третий.csv")).words).toContain("Новых продаж в отчёте нет");
  // Before an upstream that has no such call, refused rows aren't offered as a file.
  const specified = await read("curator", again.path);
  expect(specified.words).toContain("Строк с ошибками: 1.");
  expect(specified.words).not.toContain("Скачать строки с ошибками");

  const state = await read("curator", `/dashboard/report/status?id=${again.path.split("/").at(-1)}`);
  expect(JSON.parse(state.html)).toMatchObject({ state: { status: "done", failed: 1, repeated: 5 }, trouble: null });
});

test("§1.3 a report that waits for an operator, and one that was refused, say so with the reason", async () => {
  const directory = await readReportDirectory(club.db, Number((await readCurator()).id));
  const [sale] = makeSales(directory, 1, "2024-06-01");
  await post("curator", "/dashboard/report/", upload([{ ...(sale as Sale), count: "90000" }], "много.csv"));
  const id = /\/dashboard\/report\/(\d+)"[^>]*>много\.csv/.exec(
    (await read("curator", "/dashboard/report/")).html,
  )?.[1];
  let details = await read("curator", `/dashboard/report/${id}`);
  while (/В очереди|Считаем/.test(details.words)) {
    await delay(100);
    details = await read("curator", `/dashboard/report/${id}`);
  }
  for (const path of ["/dashboard/report/", `/dashboard/report/${id}`]) {
    const { words } = await read("curator", path, extended);
    expect(words).toContain("Ждёт проверки");
    expect(words).not.toContain("Скачать строки с ошибками");
    expect(words).toContain("Баллы начислятся, когда оператор клуба подтвердит отчёт.");
  }
  expect(details.words).not.toContain("Исправьте эти строки");

  const decision = { report: id, reason: "Столько не продают за день" };
  await runAct(club.club.services, { kind: "shell", user: "test" }, findAct("refuse-report"), decision);
  for (const path of ["/dashboard/report/", `/dashboard/report/${id}`]) {
    const { words } = await read("curator", path, extended);
    expect(words).toContain("Отклонён");
    expect(words).not.toContain("Скачать строки с ошибками");
    expect(words).toContain("Столько не продают за день");
    expect(words).not.toContain("Исправьте эти строки");
  }
  // A message about a whole report is no row to be downloaded.
  const row = club.db.updateTable("report_files").where("id", "=", Number(id));
  await row.set({ status: "failed" }).execute();
  const failed = await read("curator", `/dashboard/report/${id}`, extended);
  await row.set({ status: "refused" }).execute();
  expect(failed.words).toContain("Ошибки: 1");
  expect(failed.words).not.toContain("Скачать строки с ошибками");
});

test("§1.6 a participant reads what is owed and why, and nothing of debts without one", async () => {
  expect((await read("member", "/dashboard/points/")).words).not.toContain("Долг");
  const { id } = await club.db
    .selectFrom("users")
    .select("id")
    .where("phone", "=", "79000000003")
    .executeTakeFirstOrThrow();
  const debt = { user_id: id, reason: "reversal", reference: "deal:0", amount: 90, created_at: new Date() } as const;
  const action = "Отозвана покупка 01.06.2025: Свеча, 2 шт. Причина: Чужая накладная";
  await club.db
    .insertInto("debts")
    .values([
      { ...debt, action, amount_left: 70 },
      { ...debt, reference: "deal:1", action: "Покупка, которая уже погашена", amount_left: 0 },
    ])
    .execute();
  const { words } = await read("member", "/dashboard/points/");
  await club.db.deleteFrom("debts").where("user_id", "=", id).execute();
  expect(words).toMatch(/Долг .*погасят этот долг.* Чужая накладная .*70 баллов/s);
  expect(words).not.toContain("уже погашена");
});

/** Pages that show one report or one task, the call that each needs, and what they say and offer when it is gone. */
const onePages = [
  ["report", "/dashboard/report/999999", "deals/report/details", "Отчёт", "Обновить список отчётов"],
  [
    "import",
    "/dashboard/invite/tasks/import/999999",
    "invites/tasks/999999/import/status",
    "Загрузка",
    "Обновить список",
  ],
  [
    "resend",
    "/dashboard/invite/tasks/resend/999999",
    "invites/tasks/999999/resend/status",
    "Загрузка",
    "Обновить список",
  ],
] as const;

const refuse = (name: string, message?: string) => ({
  success: false,
  errors: [{ error_lang_alias: [name], ...(message && { error_display_message: message }) }],
});

test.each(onePages)(
  "§8.6 a %s that the upstream no longer knows: the page says so in place, in the upstream's words, and leads back to the list",
  async (_, path, call, what, back) => {
    const own = await read("curator", path);
    expect(own.status).toBe(404);
    expect(own.words).toMatch(/Этого отчёта больше нет|Этой загрузки больше нет/);
    // Known by its alias, whatever the status and the words.
    let message: string | undefined = "Файл удалён 1 марта.";
    upstream.changeReplies((asked) => (asked === call ? refuse(alias.reportUnknown, message) : undefined));
    const gone = await read("curator", path);
    message = undefined;
    const silent = await read("curator", path);
    upstream.changeReplies(() => undefined);
    expect([gone.status, silent.status]).toEqual([404, 404]);
    expect(gone.words).toMatch(new RegExp(`${what} не найден.*Файл удалён 1 марта.*${back}`));
    expect(silent.words).toMatch(new RegExp(`${what} не найден.*больше нет. Обновите список.*${back}`));
    expect(silent.words).not.toContain(DEFAULT_ERROR_MESSAGE);
  },
);

test("§8.6 a report or a task that the upstream refuses for another reason isn't called unknown", async () => {
  const report = /"\/dashboard\/report\/\d+"/.exec((await read("curator", "/dashboard/report/")).html)?.[0];
  const form = new FormData();
  form.set("file", new File(["E-mail;Фамилия;Имя;Кого пригласить\r\na@example.org;А;Б;Ритейл"], "люди.csv"));
  const task = (await post("curator", "/dashboard/invite/import", form)).headers.get("Location") ?? "";
  upstream.changeReplies((asked) =>
    /^deals\/report\/details|^invites\/tasks\//.test(asked) ? refuse("cts.other", "Раздел закрыт до утра.") : undefined,
  );
  const refused = [await read("curator", JSON.parse(report ?? "")), await read("curator", task)];
  upstream.changeReplies(() => undefined);
  for (const { status, words } of refused) {
    expect(status).toBe(422);
    expect(words).toMatch(/(Отчёт не открылся|Загрузка не открылась).*Раздел закрыт до утра/);
    expect(words).not.toContain("не найден");
  }
});

test("§8.6 a poll of a task that is gone says so in the page", async () => {
  const call = "invites/tasks/7/import/status";
  upstream.changeReplies((asked) => (asked === call ? refuse(alias.reportUnknown) : undefined));
  const poll = await read("curator", "/dashboard/invite/tasks/import/7/status");
  upstream.changeReplies(() => undefined);
  expect(JSON.parse(poll.html)).toEqual({
    state: null,
    trouble: "Этой загрузки больше нет. Обновите список приглашений.",
  });
  // Letters that go out again are a task of another kind under a number of its own.
  takeRequests();
  await read("curator", "/dashboard/invite/tasks/resend/7/status");
  expect(takeRequests()).toContain("GET /api/invites/tasks/7/resend/status");
});

test("§9.1 a date is chosen in the browser's own calendar, in Russian, whose weeks start on Monday", async () => {
  const { html } = await read("member", "/dashboard/sales");
  expect(html.match(/<input[^>]*name="date_(from|to)"[^>]*>/g)?.map((field) => /type="date"/.test(field))).toEqual([
    true,
    true,
  ]);
  const language = /<html lang="([^"]+)"/.exec(html)?.[1] ?? "";
  const locale = new Intl.Locale(language) as Intl.Locale & { weekInfo: { firstDay: number } };
  expect([language, locale.weekInfo.firstDay]).toEqual(["ru", 1]);
});

test("§3.10 sales and purchases have their columns and the period, and make one call", async () => {
  takeRequests();
  const sales = await read("manager", "/dashboard/sales");
  expect(takeRequests().filter((call) => call.includes("deals/"))).toHaveLength(1);
  expect(headersOf(sales.html)).toEqual([
    "Участник",
    "ИНН",
    "Торговая точка",
    "Артикул",
    "Наименование",
    "Кол-во",
    "Баллы",
  ]);
  expect(sales.html).toContain('role="img"');
  expect(headersOf((await read("member", "/dashboard/sales/")).html).slice(0, 3)).toEqual([
    "Дистрибьютор",
    "ИНН",
    "Юридическое название",
  ]);
  // A period that ends before it begins is told, not swapped; an invalid date is ignored.
  takeRequests();
  const reversed = await read("member", "/dashboard/sales?date_from=2026-05-31&date_to=2026-05-01");
  expect(reversed.words).toContain("Конец периода раньше его начала.");
  expect(reversed.html).toMatch(/name="date_from"[^>]*value="2026-05-31"|value="2026-05-31"[^>]*name="date_from"/);
  expect(takeRequests().join()).not.toContain("deals/current/user");
  const none = await read("member", "/dashboard/sales?date_from=завтра&date_to=2001-01-01");
  expect(none.words).toContain("За этот период ничего нет");
  const file = await read("member", "/dashboard/sales/export?date_to=2001-01-01");
  expect(file.html.trim().split("\r\n")).toHaveLength(1);
});

test("§3.10 points added and spent have separate pages, and a withdrawal's status is named", async () => {
  const first = await read("member", "/dashboard/points");
  expect(first.words).toMatch(/Выполнено|Отправлено|Новая|Ждёт в пункте выдачи|Отклонено/);
  expect(first.words).toContain("Начислено по месяцам");
  takeRequests();
  const second = await read("member", "/dashboard/points?added=2");
  expect(takeRequests().filter((call) => call.includes("user/points"))).toEqual([
    "GET /api/user/points?page=2&per_page=36",
    "GET /api/user/points?page=1&per_page=36",
  ]);
  const spentOf = (words: string) => words.slice(words.indexOf("Заказы и списания"));
  expect(spentOf(second.words).slice(0, 200)).toBe(spentOf(first.words).slice(0, 200));
  // The orders come first.
  const addedOf = (words: string) => words.slice(words.indexOf("Начисления", words.indexOf("Заказы и списания")));
  expect(addedOf(second.words)).toMatch(/^Начисления.*\d/);
  expect(addedOf(second.words)).not.toBe(addedOf(first.words));
});

test("§1.4 §6.2 the invitations of a system manager, who collects no points, promise none", async () => {
  expect((await read("manager", "/dashboard/invite/")).words).toContain("Баллы приходят");
  const system = await read("system-manager", "/dashboard/invite/");
  expect([system.status, system.words]).toEqual([200, expect.stringContaining("Пригласить списком")]);
  expect(system.words).not.toContain("Баллы приходят");
});

test("§1.4 §2.4.2 an invitation is refused at its field or sent; the referral link leads to registration", async () => {
  const person = { email: "new.shop@example.org", last_name: "Новый", first_name: "Иван", sur_name: "" };
  const target = { target_promo_group_system_name: "member" };
  const wrong = await post("manager", "/dashboard/invite/new", new URLSearchParams({ ...person, email: "не адрес" }));
  expect(wrong.status).toBe(400);
  const wrongHtml = await wrong.text();
  expect(wrongHtml).toContain('value="Новый"');
  expect(wordsOf(wrongHtml)).toContain("Проверьте e-mail");
  expect((await post("manager", "/dashboard/invite/new", new URLSearchParams({ ...person, ...target }))).status).toBe(
    303,
  );
  const list = await read("manager", "/dashboard/invite?search=new.shop");
  expect(list.words).toContain("Найдено: 1");
  const links = [...list.html.matchAll(/value="(http[^"]+referral[^"]+)"/g)].map((match) =>
    match[1]?.replace("&amp;", "&"),
  );
  expect(links).toHaveLength(2);
  const follow = await portal.ask(String(links[0]).replace("http://127.0.0.1:3000", ""));
  expect(follow.headers.get("Location")).toBe("/register/member");
  const id = new URL(String(links[0])).searchParams.get("referral") ?? "";
  expect((await club.ask(findReferral, { id })).name).toBe("Ирина З.");
  const qr = await read("manager", "/dashboard/invite/qr?role=member");
  expect(qr.headers.get("Content-Type")).toBe("image/svg+xml");
  const png = await portal.ask("/dashboard/invite/qr?role=member&format=png", {
    headers: { Cookie: cookies.manager ?? "" },
  });
  expect(png.headers.get("Content-Type")).toBe("image/png");
  expect(
    Buffer.from(await png.arrayBuffer())
      .subarray(1, 4)
      .toString(),
  ).toBe("PNG");
  const sheet = await read("manager", "/dashboard/invite/print?role=manager");
  expect(sheet.words).toContain("Приглашает Ирина");
  expect(sheet.html).toContain("/dashboard/invite/qr?role=manager");
  expect(sheet.words).toMatch(/referral=.+role=manager/);
});

test("§7.1 a list of invitations is followed to its end; rows with errors are shown and can be exported", async () => {
  const form = new FormData();
  const rows = ["E-mail;Фамилия;Имя;Кого пригласить", "ok@example.org;А;Б;Ритейл", "плохо;А;Б;Ритейл"];
  form.set("file", new File([rows.join("\r\n")], "люди.csv", { type: "text/csv" }));
  const sent = await post("curator", "/dashboard/invite/import", form);
  const task = sent.headers.get("Location") ?? "";
  expect(task).toMatch(/^\/dashboard\/invite\/tasks\/import\//);
  let page = await read("curator", task);
  while (page.words.includes("Обновить")) {
    await delay(100);
    page = await read("curator", task);
  }
  expect(page.words).toContain("Отправляем: 1 приглашение");
  expect(page.words).toContain("№ 3");
  expect((await read("curator", `${task}/errors`)).html).toContain("плохо");
  const status = JSON.parse((await read("curator", `${task}/status`)).html);
  expect(status).toMatchObject({ trouble: null, state: { status: "done", failed: 1 } });
  expect((await read("manager", task)).status).toBe(404);
});

test("§6.4 §7.1 regional search: INN, participants, months, rows; a wrong INN is refused at its field", async () => {
  expect((await read("system-manager", "/dashboard/search?inn=123")).words).toContain(
    "ИНН состоит из 10 цифр у компании",
  );
  const found = await read("system-manager", "/dashboard/search?inn=5000200016");
  const user = /\?inn=5000200016&amp;user=(\d+)/.exec(found.html)?.[1];
  const months = await read("system-manager", `/dashboard/search?inn=5000200016&user=${user}`);
  expect(months.words).not.toContain("Строк в отчётах пока нет");
  const foreign = await read("system-manager", "/dashboard/search?inn=5000200016&user=999999");
  expect(foreign.words).toContain("Отчёты по месяцам");
  expect(foreign.words).not.toContain("Строк в отчётах пока нет");
  const month = /user_id=\d+&amp;month=(\d{4}-\d{2})/.exec(months.html)?.[1];
  const file = await read("system-manager", `/dashboard/search/export?user_id=${user}&month=${month}`);
  expect(file.html).toContain("Дата продажи;Сейлз");
  expect((await read("member", "/dashboard/search")).headers.get("Location")).toBe("/dashboard/profile/");
});

async function readCurator() {
  return club.db.selectFrom("users").select("id").where("phone", "=", "79000000001").executeTakeFirstOrThrow();
}
