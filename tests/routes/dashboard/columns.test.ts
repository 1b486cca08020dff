import { afterAll, beforeAll, expect, test } from "vitest";
import { describeExpected } from "../../../app/features/points/order-state.server";
import { formatDate } from "../../../app/lib/dates.server";
import { formatPhone } from "../../../app/lib/phone";
import { formatCount } from "../../../app/lib/points";
import { type OwnMemberRow, profile } from "../../../contract/accounts";
import type { CallDescriptor, CallInput, CallReply } from "../../../contract/call";
import { listDeals, listPoints, listReports, reportDetails } from "../../../contract/deals";
import { listInvites } from "../../../contract/invites";
import { inviteStatusTitles } from "../../../contract/values";
import { phones } from "../../setup/demo";
import { openRecordedPortal, type RecordedPortal } from "../../setup/recorded-portal";

let portal: RecordedPortal;

beforeAll(async () => {
  portal = await openRecordedPortal();
});
afterAll(() => portal?.close());

/** A participant's page, and a way to read the same data as the page. */
async function visit(phone: string) {
  const { browser, token } = await portal.logIn(phone);
  return {
    open: async (path: string) => (await browser.open(path)).document,
    read: <D extends CallDescriptor>(descriptor: D, input: CallInput<D>): Promise<CallReply<D>> =>
      portal.club.ask(descriptor, input, { token }),
  };
}

const plain = (text: string | null) => (text ?? "").replace(/\u00a0/g, " ").trim();
const number = (value = Number.NaN) => plain(new Intl.NumberFormat("ru-RU").format(value));
const fullName = (person: { last_name: string; first_name: string; sur_name: string }) =>
  `${person.last_name} ${person.first_name} ${person.sur_name}`;

/** A manager's own member, with what is worth a call. */
function nameWithSigns(member: OwnMemberRow): string {
  const signs = [
    !member.is_agreement_accepted && "Не принял правила",
    !member.bought_within_month && "Не покупал месяц",
  ];
  return [fullName(member), ...signs.filter(Boolean)].join(" ");
}

/** The titles of a table and the cells of its first row. */
function readTable(document: Document, caption: string): { titles: string[]; first: string[] } {
  const tables = [...document.querySelectorAll("table")];
  const table = tables.find((one) => plain(one.caption?.textContent ?? "") === caption);
  if (!table)
    throw new Error(`No table «${caption}» among ${tables.map((one) => one.caption?.textContent).join(", ")}`);
  // A row of one cell is the heading of a day.
  const row = [...(table.tBodies[0]?.rows ?? [])].find(({ cells }) => cells.length > 1);
  return {
    titles: [...(table.tHead?.rows[0]?.cells ?? [])].map(({ textContent }) => plain(textContent)),
    first: [...(row?.cells ?? [])].map(({ textContent }) => plain(textContent)),
  };
}

/** @param columns the titles in their order, each with what stands below it in the first row */
function expectTable(
  document: Document,
  caption: string,
  columns: readonly (readonly [title: string, cell: string])[],
) {
  const { titles, first } = readTable(document, caption);
  expect(titles).toEqual(columns.map(([title]) => title));
  expect(first).toEqual(columns.map(([, cell]) => plain(cell)));
}

test("§3.10 a curator's managers: name, e-mail, phone; under each the retail: name, company, e-mail, INN", async () => {
  const { open, read } = await visit(phones.curator);
  const [manager] = (await read(profile, {})).managers ?? [];
  const [member] = manager?.members ?? [];
  if (!manager || !member) throw new Error("the curator has no manager with members");
  const document = await open("/dashboard/profile");
  expectTable(document, "Менеджеры", [
    ["Имя", fullName(manager)],
    ["E-mail", manager.email],
    ["Телефон", formatPhone(manager.phone)],
  ]);
  expectTable(document, `Магазины: ${fullName(manager)}`, [
    ["Имя", fullName(member)],
    ["Компания", member.companies.map((company) => company.actual_name_organization).join("")],
    ["E-mail", member.email],
    ["ИНН", member.companies.map((company) => company.inn).join("")],
  ]);
});

test("§3.10 a manager's retail: name, e-mail, phone; the companies of each: name, INN, legal name and address", async () => {
  const { open, read } = await visit(phones.manager);
  const [member] = (await read(profile, {})).members ?? [];
  const [company] = member?.companies ?? [];
  if (!member || !company) throw new Error("the manager has no member with a company");
  const document = await open("/dashboard/profile");
  expectTable(document, "Магазины", [
    ["Имя", nameWithSigns(member)],
    ["E-mail", member.email],
    ["Телефон", formatPhone(member.phone)],
  ]);
  const hrefs = [...document.querySelectorAll("main table a")].map((link) => link.getAttribute("href"));
  expect(hrefs).toEqual(expect.arrayContaining([`tel:+${member.phone}`, `mailto:${member.email}`]));
  expectTable(document, `Компании: ${fullName(member)}`, [
    ["Название", company.actual_name_organization],
    ["ИНН", company.inn],
    ["Юридическое название", company.legal_name_organization],
    ["Юридический адрес", company.legal_address_organization],
  ]);
});

test("§3.10 a member's company: name, INN, legal name and address; the curator: name, company; curator and manager can be called", async () => {
  const { open, read } = await visit(phones.member);
  const { companies, curator, manager } = await read(profile, {});
  const [company] = companies ?? [];
  if (!company || !curator || !manager) throw new Error("the member has no company, no curator or no manager");
  const document = await open("/dashboard/profile");
  expectTable(document, "Мои компании", [
    ["Название", company.actual_name_organization],
    ["ИНН", company.inn],
    ["Юридическое название", company.legal_name_organization],
    ["Юридический адрес", company.legal_address_organization],
  ]);
  const factsOf = (title: string) => {
    const sections = [...document.querySelectorAll("section")];
    const section = sections.find((one) => one.querySelector("h2, h3")?.textContent === title);
    return [...(section?.querySelectorAll("dt") ?? [])].map((term) => [
      plain(term.textContent),
      plain(term.nextElementSibling?.textContent ?? ""),
      term.nextElementSibling?.querySelector("a")?.getAttribute("href"),
    ]);
  };
  expect(factsOf("Мой куратор")).toEqual([
    ["Имя", curator.name, undefined],
    ["Компания", curator.company, undefined],
    ["Телефон", plain(formatPhone(curator.phone)), `tel:+${curator.phone}`],
    ["E-mail", curator.email, `mailto:${curator.email}`],
  ]);
  expect(factsOf("Мой менеджер")).toEqual([
    ["Имя", manager.name, undefined],
    ["Телефон", plain(formatPhone(manager.phone)), `tel:+${manager.phone}`],
    ["E-mail", manager.email, `mailto:${manager.email}`],
  ]);
});

test("§3.10 a report: date, manager, shop, INN, article code and name, count, points", async () => {
  const { open, read } = await visit(phones.curator);
  const file_id = (await read(listReports, { page: 1 })).items.find(({ processed }) => Number(processed) > 0)?.id ?? "";
  const [row] = (await read(reportDetails, { file_id })).items;
  if (!row) throw new Error("the report has no rows");
  expectTable(await open(`/dashboard/report/${file_id}`), "Засчитанные строки", [
    ["Дата продажи", formatDate(row.sell_date)],
    ["Сейлз", row.manager_fio],
    ["Торговая точка", row.member_company_actual_name],
    ["ИНН", row.inn],
    ["Артикул", row.article_code],
    ["Наименование", row.article_name],
    ["Количество", number(row.sell_count)],
    ["Баллы", number(row.points)],
  ]);
});

test.each([
  ["curator", phones.curator],
  ["manager", phones.manager],
])("§3.10 invitations of a %s: date, name, e-mail, status, confirmation, and a button", async (_role, phone) => {
  const { open, read } = await visit(phone);
  const [invite] = (await read(listInvites, { invite_status: "confirmed" })).items;
  if (!invite) throw new Error("no invitation is confirmed");
  expectTable(await open("/dashboard/invite?invite_status=confirmed"), "Приглашения", [
    ["Дата", formatDate(invite.date)],
    ["Имя", invite.name],
    ["E-mail", invite.email],
    ["Статус", inviteStatusTitles.confirmed],
    ["Подтверждение", formatDate(invite.confirmation)],
    ["Действия", ""],
  ]);
});

test.each([
  ["manager", phones.manager],
  ["member", phones.member],
])("§3.10 points of a %s: added by date, action, sum; spent by date, action, sum, status", async (_role, phone) => {
  const { open, read } = await visit(phone);
  const { added, spent } = await read(listPoints, { page: 1, per_page: 50 });
  const [income] = added.items;
  const [withdrawal] = spent.items;
  if (!income || !withdrawal) throw new Error("nothing was added or spent");
  const document = await open("/dashboard/points");
  const end = added.items.findIndex(({ report_id }) => !report_id || report_id !== income.report_id);
  const report = added.items.slice(0, end < 0 ? undefined : Math.max(end, 1));
  const isFolded = report.length > 1;
  const total = report.reduce((sum, { sumAdd = 0 }) => sum + sumAdd, 0);
  const isPart = end < 0 && (added.total ?? 0) > report.length;
  const rows = `${formatCount(report.length, "строка", "строки", "строк")}${isPart ? " на этой странице" : ""}`;
  expectTable(document, "Начисления", [
    ["Дата", formatDate(income.date)],
    ["Действие", isFolded ? `Отчёт от ${formatDate(income.report_date)}: ${rows}` : income.action],
    ["Сумма", `+${number(total)}`],
  ]);
  expectTable(document, "Списания", [
    ["Дата", formatDate(withdrawal.date)],
    ["Действие", `${withdrawal.action} № ${withdrawal.order_id}`],
    ["Сумма", `−${number(withdrawal.sumSub)}`],
    [
      "Статус",
      [withdrawalTitles[withdrawal.status], describeExpected(withdrawal.expected_on)].filter(Boolean).join(" "),
    ],
  ]);
});

/** Copied on purpose. */
const withdrawalTitles: Readonly<Record<string, string>> = {
  new: "Новая",
  processing: "В обработке",
  need_documents: "Нужны документы",
  sent: "Отправлено",
  ready_for_pickup: "Ждёт в пункте выдачи",
  completed: "Выполнено",
  rejected: "Отклонено",
  cancelled: "Отменено",
};

test("§3.10 a manager's sales: member, INN, shop, article code and name, count, points", async () => {
  const { open, read } = await visit(phones.manager);
  const [deal] = (await read(listDeals, {})).items;
  if (!deal) throw new Error("the manager has no sales");
  const document = await open("/dashboard/sales");
  const heading = plain(document.querySelector("main tbody th[scope=rowgroup]")?.textContent ?? null);
  expect(heading).toBe(`${formatDate(deal.sell_date)} ${deal.member_company_actual_name}, ИНН ${deal.inn}`);
  expectTable(document, "Мои продажи", [
    ["Участник", `${deal.member_fio}`],
    ["ИНН", deal.inn],
    ["Торговая точка", deal.member_company_actual_name],
    ["Артикул", deal.article_code],
    ["Наименование", deal.article_name],
    ["Кол-во", number(deal.sell_count)],
    ["Баллы", `+${number(deal.points)}`],
  ]);
});

test("§3.10 a member's purchases: distributor, INN, legal name, article code and name, count, points", async () => {
  const { open, read } = await visit(phones.member);
  const [deal] = (await read(listDeals, {})).items;
  if (!deal) throw new Error("the member has no purchases");
  expectTable(await open("/dashboard/sales"), "Мои покупки", [
    ["Дистрибьютор", `${deal.curator_company_actual_name}`],
    ["ИНН", deal.inn],
    ["Юридическое название", deal.member_company_legal_name],
    ["Артикул", deal.article_code],
    ["Наименование", deal.article_name],
    ["Кол-во", number(deal.sell_count)],
    ["Баллы", `+${number(deal.points)}`],
  ]);
});
