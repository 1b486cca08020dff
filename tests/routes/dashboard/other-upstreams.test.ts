import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { listPrizes } from "../../../contract/prizes";
import { freshPhone } from "../../club/club-people";
import { phones } from "../../setup/demo";
import { openRecordedPortal, type RecordedPortal } from "../../setup/recorded-portal";

let portal: RecordedPortal;

beforeAll(async () => {
  portal = await openRecordedPortal();
});
afterEach(() => {
  vi.useRealTimers();
  portal?.upstream.changeReplies(() => undefined);
});
afterAll(() => portal?.close());

type Fields = Record<string, unknown>;

/** Changes fields of the result of one call; undefined removes a field. */
function changeResult(call: string, change: (result: Fields) => Fields) {
  portal.upstream.changeReplies((path, json) => {
    const reply = json as { result: Fields };
    return path === call ? { ...reply, result: { ...reply.result, ...change(reply.result) } } : undefined;
  });
}

async function open(phone: string, path: string): Promise<Document> {
  const { browser } = await portal.logIn(phone);
  return (await browser.open(path)).document;
}

const sections = (page: Document) => [...page.querySelectorAll("main h2")].map(({ textContent }) => textContent);
const PEOPLE = ["Менеджеры и их магазины", "Мои магазины", "Мои компании", "Мой куратор"];
const peopleOf = (page: Document) => sections(page).filter((title) => PEOPLE.includes(title ?? ""));

const person = {
  first_name: "Яна",
  last_name: "Чужая",
  sur_name: "",
  phone: "79001112233",
  email: "other@example.com",
};
const everyList = {
  managers: [{ ...person, members: [] }],
  members: [{ ...person, companies: [] }],
  companies: [{ actual_name_organization: "Чужая точка", inn: "5000200016" }],
  curator: { name: "Чужой куратор", company: "Чужая компания" },
};

test.each([
  ["curator", phones.curator, ["Менеджеры и их магазины"]],
  ["manager", phones.manager, ["Мои магазины"]],
  ["member", phones.member, ["Мои компании", "Мой куратор"]],
  ["tadam", phones.tadam, []],
])("§3.10 a %s sees the tables of the own role, whichever lists the upstream sends", async (role, phone, wanted) => {
  changeResult("user/profile", (own) => ({ ...everyList, ...own }));
  expect(peopleOf(await open(phone, "/dashboard/profile"))).toEqual(wanted);
  changeResult("user/profile", () => ({ managers: undefined, members: undefined, companies: undefined }));
  const page = await open(phone, "/dashboard/profile");
  expect(peopleOf(page)).toEqual(wanted);
  const empty = { curator: "Менеджеров пока нет", manager: "Магазинов пока нет", member: "Компаний пока нет" };
  if (role in empty) expect(page.body.textContent).toContain(empty[role as keyof typeof empty]);
});

test("§3.10 a system curator, who invites nobody, sees managers only if the upstream sends some", async () => {
  expect(peopleOf(await open(phones.systemCurator, "/dashboard/profile"))).toEqual([]);
  changeResult("user/profile", () => everyList);
  expect(peopleOf(await open(phones.systemCurator, "/dashboard/profile"))).toEqual(["Менеджеры и их магазины"]);
});

const dialogs = (page: Document) => [...page.querySelectorAll(".state-dialog")].map((one) => one.textContent ?? "");

test("§4.4 the banner needs only the flag of the profile; without words of its own it welcomes", async () => {
  changeResult("user/profile", () => ({ is_banner_shown: false, banner: undefined }));
  const [banner = "", ...others] = dialogs(await open(phones.manager, "/dashboard/points"));
  expect(others).toEqual([]);
  expect(banner).toMatch(/Сообщение клуба.*Добро пожаловать в клуб.*Понятно/);
  changeResult("user/profile", () => ({ is_banner_shown: false, banner: { title: "Склад переехал" } }));
  expect(dialogs(await open(phones.manager, "/dashboard/points"))[0]).toMatch(/^Склад переехал(?!.*Добро пожаловать)/);
});

test("§4.4 a banner leads on by its link, to a page of the portal or another site", async () => {
  const linksOf = async (link: string) => {
    changeResult("user/profile", () => ({ is_banner_shown: false, banner: { title: "Новость", text: "Текст", link } }));
    const page = await open(phones.manager, "/dashboard/points");
    return [...page.querySelectorAll(".state-dialog a")].map((one) => one.getAttribute("href"));
  };
  expect(await linksOf("/promo/")).toEqual(["/promo/"]);
  expect(await linksOf("https://example.com/news")).toEqual(["https://example.com/news"]);
  for (const link of ["", "//evil.example", "javascript:alert(1)", "/\\evil.example"])
    expect(await linksOf(link)).toEqual([]);
});

test("§4.4 a profile that says nothing of a banner has none", async () => {
  changeResult("user/profile", () => ({ is_banner_shown: undefined, banner: undefined }));
  expect(dialogs(await open(phones.manager, "/dashboard/points"))).toEqual([]);
});

test("§4.5 the badge of the promotions is the count of the first one, that of the gifts the counter", async () => {
  portal.upstream.changeReplies((path, json) => {
    const reply = json as { result: { items: Fields[] } };
    if (path === "prize/counter") return { ...reply, result: { count: 5 } };
    if (path !== "user/actions/list/filter") return undefined;
    const items = reply.result.items.map((promotion, index) => ({ ...promotion, count_un_clicked: 7 + index }));
    return { ...reply, result: { ...reply.result, items } };
  });
  const page = await open(phones.member, "/dashboard/points");
  const badgeOf = (path: string) =>
    new Set([...page.querySelectorAll(`nav a[href="${path}"]`)].map((entry) => entry.textContent?.match(/\d+/)?.[0]));
  expect(badgeOf("/promo/")).toEqual(new Set(["7"]));
  expect(badgeOf("/dashboard/gifts/")).toEqual(new Set(["5"]));
});

test("§3.10 what was spent is shown with one minus, whether its sum comes negative or not", async () => {
  portal.upstream.changeReplies((path, json) => {
    if (path !== "user/points") return undefined;
    const reply = json as { result: { spent: { items: Fields[] } } };
    const items = reply.result.spent.items.map((entry) => ({ ...entry, sumSub: -Math.abs(Number(entry.sumSub)) }));
    return { ...reply, result: { ...reply.result, spent: { ...reply.result.spent, items } } };
  });
  const page = await open(phones.member, "/dashboard/points");
  const spent = [...page.querySelectorAll("table")].find((table) => table.caption?.textContent === "Списания");
  expect(spent?.querySelector("tbody tr:not(.feed-day)")?.children[2]?.textContent).toMatch(/^−\d/);
});

test.each([
  ["its own limit", { year_limit: 15_000 }, "дороже 15 000 ₽"],
  ["none", { year_limit: undefined }, "дороже 4 000 ₽"],
])("§8.5 the limit without documents is the upstream's, or 4 000 roubles: it sends %s", async (_, change, words) => {
  changeResult("user/curator/check/documents", () => ({ status: "none", ...change }));
  const page = await open(phones.manager, "/dashboard/profile");
  expect(page.body.textContent?.replaceAll("\u00a0", " ")).toContain(
    `Документы понадобятся, когда подарки за год станут ${words}`,
  );
});

test("§3.6 the portal adds the gift certificate to the list, and its page offers every certificate and denomination", async () => {
  const { token } = await portal.logIn(phones.member);
  const { items, certificates } = await portal.club.ask(listPrizes, {}, { token });
  expect(items.filter(({ handler_system_name }) => handler_system_name === "giftery")).toEqual([]);
  expect(certificates.length).toBeGreaterThan(1);
  const readTags = (page: Document) =>
    [...page.querySelectorAll("article")].filter(({ textContent }) => textContent?.includes("Подарочный сертификат"));
  const [tag, ...others] = readTags(await open(phones.member, "/dashboard/gifts/"));
  expect(others).toEqual([]);
  expect(tag?.textContent).toContain("Выберите сертификат и номинал, чтобы получить подарок.");
  const link = tag?.querySelector("a")?.getAttribute("href") ?? "";
  expect(link).toBe("/dashboard/gifts/giftery");
  const choices = [...(await open(phones.member, link)).querySelectorAll<HTMLInputElement>("input[name=prize_id]")];
  expect(choices.map(({ value }) => value).sort()).toEqual(certificates.map(({ id }) => id).sort());

  changeResult("prize/list", () => ({ certificates: [] }));
  expect(readTags(await open(phones.member, "/dashboard/gifts/"))).toEqual([]);
});

test("§4.10 §9.1 a code can be sent again after 60 seconds where the upstream doesn't tell the wait", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  changeResult("confirm/phone", () => ({ resend_after: undefined }));
  const browser = portal.guest();
  await browser.open("/activation");
  await browser.submit({ phone: freshPhone() }, "Получить код");
  const readWait = async () =>
    (await browser.open("/activation")).document.querySelector("[role=timer]")?.textContent ?? null;
  expect(await readWait()).toBe("01:00");
  vi.setSystemTime(Date.now() + 59_000);
  expect(await readWait()).toBe("00:01");
  vi.setSystemTime(Date.now() + 1000);
  expect(await readWait()).toBeNull();
});
