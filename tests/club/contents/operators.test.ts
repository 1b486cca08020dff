import { afterAll, beforeAll, expect, test } from "vitest";
import { profile } from "../../../contract/accounts";
import { faq, menu, rules } from "../../../contract/content";
import { paymentsAgent } from "../../../contract/prizes";
import { openTestClub, type TestClub } from "../../setup/club";
import { addPerson } from "../club-people";
import { act, readList, refusalOf } from "../operators";

/** What operators do about the contents of pages, as participants then read it. */

let club: TestClub;
beforeAll(async () => {
  club = await openTestClub({ work: false });
});
afterAll(() => club?.close());

const readMenu = async () => (await club.ask(menu, {})).data;
const pdf = (text: string) => ({
  name: "paper.pdf",
  contentType: "application/pdf",
  content: Buffer.from(`%PDF-1.7 ${text}`),
});

test("§1.11 an operator sets one link or contact, and every other one stays", async () => {
  const before = await readMenu();
  await act(club, "set-links", { support_phone: "+7 (495) 000-11-22", socials: [] });
  expect(await readMenu()).toEqual({ ...before, support: { ...before.support, phone: "74950001122" } });
  await act(club, "set-links", { support_email: "help@example.org", socials: [] });
  const support = { phone: "74950001122", email: "help@example.org" };
  expect(await readMenu()).toEqual({ ...before, support });
  await act(club, "set-links", { where_to_buy: "https://shop.example.org/", socials: [] });
  await act(club, "set-links", { authenticity_bot: "https://bot.example.org/", socials: [] });
  await act(club, "set-links", { socials: ["Наш канал https://t.me/brand"] });
  expect(await readMenu()).toEqual({
    ...before,
    support,
    where_to_buy: "https://shop.example.org/",
    authenticity_bot: "https://bot.example.org/",
    socials: [{ name: "Наш канал", url: "https://t.me/brand" }],
  });
  for (const [field, value] of [
    ["where_to_buy", "javascript:alert(1)"],
    ["authenticity_bot", "bot"],
    ["support_phone", "8495"],
    ["support_email", "help@"],
  ] as const) {
    expect(await refusalOf(club, "set-links", { [field]: value, socials: [] })).toMatchObject({ field });
  }
});

test("§1.11 an operator who sets the first link reads which others there aren't", async () => {
  await club.db.deleteFrom("settings").where("name", "=", "links").execute();
  const { lines } = await act(club, "set-links", { where_to_buy: "https://shop.example.org/", socials: [] });
  expect(lines).toEqual([
    "Поддержка: телефона нет, e-mail нет.",
    "Где купить: https://shop.example.org/.",
    "Соцсетей: 0.",
  ]);
});

test("§1.11 a legal document is replaced, and the other one stays", async () => {
  const before = await readMenu();
  const outcome = await act(club, "set-legal-document", { document: "personal_data_consent", file: pdf("consent") });
  const after = await readMenu();
  expect([outcome.before, outcome.after]).toEqual([before.personal_data_consent, after.personal_data_consent]);
  expect(after).toEqual({ ...before, personal_data_consent: after.personal_data_consent });
  expect(await (await fetch(club.origin + after.personal_data_consent)).text()).toBe("%PDF-1.7 consent");
});

test("§7.1 the payment agent is the one that was set last", async () => {
  const token = await (await addPerson(club)).logIn();
  for (const agent of ["77001", "77002"]) {
    await act(club, "set-payments-agent", { agent });
    expect(await club.ask(paymentsAgent, {}, { token })).toMatchObject({ agentId: agent });
  }
});

test("§1.7 a new question is the last one, another place moves it, and only the named one is changed or deleted", async () => {
  const texts = async () => (await club.ask(faq, {})).items.map(({ question, answer }) => `${question} ${answer}`);
  const before = await texts();
  expect(before.length).toBeGreaterThan(1);
  await act(club, "add-question", { question: "Первый новый?", answer: "Да." });
  const added = await act(club, "add-question", { question: "Второй новый?", answer: "Тоже." });
  expect(await texts()).toEqual([...before, "Первый новый? Да.", "Второй новый? Тоже."]);
  const number = String(added.subject?.id);
  await act(club, "change-question", { number, answer: "Нет." });
  expect(await texts()).toEqual([...before, "Первый новый? Да.", "Второй новый? Нет."]);
  // Of two in one place the older one stands first.
  await act(club, "change-question", { number, position: "1" });
  expect(await texts()).toEqual([before[0], "Второй новый? Нет.", ...before.slice(1), "Первый новый? Да."]);
  expect((await readList(club, "questions")).rows.map(({ cells }) => `${cells[2]} ${cells[3]}`)).toEqual(await texts());
  await act(club, "delete-question", { number });
  for (const name of ["change-question", "delete-question"]) {
    const gone = { message: `Вопроса № ${number} нет.`, field: "number" };
    expect(await refusalOf(club, name, { number, answer: "Да." })).toEqual(gone);
  }
  expect(await texts()).toEqual([...before, "Первый новый? Да."]);
});

test("§2.1.7 new rules of a role keep its file unless another comes, and change no other role's", async () => {
  const read = async () => Object.fromEntries((await club.ask(rules, {})).items.map((one) => [one.code, one]));
  const before = await read();
  await act(club, "set-rules", { code: "sales-rules", title: "Новые правила", text: "Один абзац" });
  const changed = { ...before["sales-rules"], title: "Новые правила", text: "Один абзац" };
  expect(await read()).toEqual({ ...before, "sales-rules": changed });
  await act(club, "set-rules", { code: "sales-rules", title: "Новые правила", text: "Один абзац", file: pdf("rules") });
  const link = (await read())["sales-rules"]?.link ?? "";
  expect(link).not.toBe(before["sales-rules"]?.link);
  expect(await (await fetch(club.origin + link)).text()).toBe("%PDF-1.7 rules");
});

test("§2.1.7 the first rules of a role have no file until one comes, which the list says", async () => {
  await club.db.deleteFrom("rules_documents").where("code", "=", "manager-ctr-rules").execute();
  const row = async () =>
    (await readList(club, "rules")).rows.find(({ cells }) => cells[0] === "manager-ctr-rules")?.cells;
  const shown = ["manager-ctr-rules", "Для системных менеджеров"];
  expect(await row()).toEqual([...shown, "нет", "—"]);
  const set = async (file: object) =>
    (await act(club, "set-rules", { code: "manager-ctr-rules", title: "Первые", text: "Абзац", ...file })).lines;
  const said = (what: string) => `Правила «Для системных менеджеров» ${what}: «Первые», знаков: 5.`;
  expect(await set({})).toEqual([said("появятся"), "Файла нет: участники читают текст на странице."]);
  expect(await row()).toEqual([...shown, "Первые", "—"]);
  expect(await set({ file: pdf("first") })).toEqual([said("будут заменены"), "Файл есть."]);
  expect((await row())?.[3]).toMatch(/\.pdf$/);
});

test("§4.4 a message is for its audience only, and taking one away shows the one before it", async () => {
  const people = {
    member: await (await addPerson(club)).logIn(),
    manager: await (await addPerson(club, { role: "manager" })).logIn(),
  };
  const shown = async () =>
    Promise.all(
      Object.values(people).map(async (token) => (await club.ask(profile, {}, { token })).banner?.title ?? null),
    );
  const set = async (title: string, audience: string) =>
    String((await act(club, "set-banner", { title, text: "Текст", audience })).subject?.id);
  await set("Всем", "all");
  const old = await set("Старое магазинам", "member");
  const latest = await set("Магазинам", "member");
  expect(await shown()).toEqual(["Магазинам", "Всем"]);
  expect((await readList(club, "banners")).rows.slice(0, 3).map(({ cells }) => cells.slice(1))).toEqual([
    ["Магазинам", "Магазины и сервисы", "да"],
    ["Старое магазинам", "Магазины и сервисы", "да"],
    ["Всем", "Все", "да"],
  ]);
  await act(club, "remove-banner", { banner: latest });
  expect(await shown()).toEqual(["Старое магазинам", "Всем"]);
  expect(await refusalOf(club, "remove-banner", { banner: latest })).toMatchObject({ field: "banner" });
  await act(club, "remove-banner", { banner: old });
  expect(await shown()).toEqual(["Всем", "Всем"]);
  for (const link of ["//evil.example", "javascript:alert(1)", "promo"]) {
    expect(await refusalOf(club, "set-banner", { title: "Т", text: "Т", audience: "all", link })).toMatchObject({
      field: "link",
    });
  }
});
