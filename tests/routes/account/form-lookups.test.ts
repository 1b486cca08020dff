import { beforeAll, expect, test, vi } from "vitest";
import { explainRefusal } from "../../../app/features/registration/explain-refusal.server";
import {
  applyLegalAddress,
  findChosenManager,
  replyLookup,
} from "../../../app/features/registration/form-lookups.server";
import { findOrAddSegment } from "../../../app/features/registration/segment.server";
import { setUpstreamUrl } from "../../../app/lib/configuration.server";
import type { Visit } from "../../../app/session/visit.server";
import type { UpstreamCaller } from "../../../app/upstream/caller.server";
import { companyExists, findCompanyByTin, findManager, listSegments } from "../../../contract/companies";
import { suggestAddresses } from "../../../contract/suggestions";
import { alias, PHONE_LENGTH_MESSAGE } from "../../../contract/values";

// What the look-ups of the registration make of single replies of an upstream, without one.

const [INN, WRONG_INN] = ["7707083893", "7707083894"];

beforeAll(() => {
  vi.stubEnv("LOG_LEVEL", "silent");
  setUpstreamUrl("http://127.0.0.1:9");
  return () => vi.unstubAllEnvs();
});

type Replies = Readonly<Record<string, unknown>>;

/** Somebody whose calls are answered by these results, or statuses, by their paths; what isn't there is refused by 404. */
function visitWith(replies: Replies) {
  const asked: string[] = [];
  const fetchUpstream: UpstreamCaller["fetchUpstream"] = async ({ url }) => {
    const path = new URL(url).pathname.replace("/api/", "");
    asked.push(path);
    const isAsked = (descriptorPath: string) => path.startsWith(descriptorPath.replace(/\{\w+\}$/, ""));
    const reply = Object.entries(replies).find(([descriptorPath]) => isAsked(descriptorPath))?.[1] ?? 404;
    const errors = [{ error_display_message: "Не нашли." }];
    return typeof reply === "number"
      ? Response.json({ success: false, errors }, { status: reply })
      : Response.json({ success: true, result: reply });
  };
  const read = async () => listSegments.reply.parse(replies[listSegments.path]);
  const call = async () => ({ ok: true, result: {} });
  const visit = { caller: { fetchUpstream }, handleErrors: (work: unknown) => work, read, call } as unknown as Visit;
  return { asked, visit };
}

function formOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

async function lookUp(fields: Readonly<Record<string, string>>, replies: Replies = {}) {
  const { asked, visit } = visitWith(replies);
  const { lookup } = (await replyLookup(visit, formOf(fields))).data;
  return { ...lookup, asked };
}

const findCompany = (inn: string, replies: Replies) =>
  lookUp({ intent: "find-company", company_inn: inn }, { [companyExists.path]: { exists: false }, ...replies });

test("§3.4 §5.6 a company that isn't found is told so, a number that can't be one is explained, and an outage blames nobody", async () => {
  const nothing = { [findCompanyByTin.path]: { name: "", address: "" } };
  expect((await findCompany(INN, nothing)).companyError).toMatch(/ничего не нашлось\. Если он верный, продолжайте/);
  expect((await findCompany(WRONG_INN, nothing)).companyError).toMatch(/контрольные/);
  expect((await findCompany(INN, {})).companyError).toBe(
    "Не нашли. Если он верный, продолжайте без юридических данных.",
  );
  expect((await findCompany(WRONG_INN, {})).companyError).toMatch(/контрольные/);
  for (const inn of [INN, WRONG_INN]) {
    const { companyError } = await findCompany(inn, { [findCompanyByTin.path]: 503 });
    expect(companyError).toBe("Сейчас не получается проверить. Попробуйте ещё раз через минуту.");
  }
  // Half a company is one.
  const half = await findCompany(INN, { [findCompanyByTin.path]: { name: "Ось", address: "" } });
  expect([half.legalName, half.companyError, half.checkedInn]).toEqual(["Ось", "", INN]);
});

test("§3.4 that a company is in the club is told also where its data aren't found", async () => {
  for (const company of [404, { name: "", address: "" }, { name: "Ось", address: "" }]) {
    const replies = { [findCompanyByTin.path]: company, [companyExists.path]: { exists: true } };
    expect((await findCompany(INN, replies)).companyError).toContain("техническую поддержку");
  }
});

test("§5.6 what isn't a number of the right length is looked up nowhere", async () => {
  const { asked, companyError, checkedInn } = await lookUp({ intent: "find-company", company_inn: "77070838" });
  expect([asked, checkedInn]).toEqual([[], ""]);
  expect(companyError).not.toBe("");
});

test("§4.16 what was found stays as long as its field is unchanged, while something else is looked up", async () => {
  const found = {
    ...{ intent: "suggest-address", company_actual_address_organization: "" },
    ...{ company_inn: INN, checked_inn: INN, legalName: "Ось", legalAddress: "г. Тверь" },
    ...{
      manager_contact: "79000000002",
      checked_manager: "79000000002",
      manager_found: "Анна",
      manager_company: "Опт",
    },
  };
  const company = { checkedInn: INN, legalName: "Ось", legalAddress: "г. Тверь" };
  const manager = { checkedManager: "79000000002", manager: "Анна", managerCompany: "Опт" };
  expect(await lookUp(found)).toMatchObject({ ...company, ...manager });
  const otherInn = await lookUp({ ...found, company_inn: WRONG_INN });
  expect(otherInn).toMatchObject({ checkedInn: "", legalName: "", legalAddress: "", ...manager });
  const otherManager = await lookUp({ ...found, manager_contact: "79000000003" });
  expect(otherManager).toMatchObject({ checkedManager: "", manager: "", managerCompany: "", ...company });
});

test("§5.9 a manager without a name is told by the contact, and one without a number is nobody", async () => {
  const find = (manager: object) => findChosenManager(visitWith({ [findManager.path]: manager }).visit, "79000000002");
  expect(await find({ id: 5 })).toMatchObject({ id: "5", manager: "79000000002", managerError: "" });
  const named = { id: 5, manager_fio: "Анна", curator_actual_name_organization: "Опт" };
  expect(await find(named)).toMatchObject({ manager: "Анна, Опт", company: "Опт" });
  expect(await find({ manager_fio: "Анна" })).toMatchObject({ id: null, manager: "", managerError: /не нашли/ });
});

test("§4.16 an address that was picked counts more than the box of the legal one", async () => {
  const pick = async (fields: Readonly<Record<string, string>>) => {
    const form = formOf({ company_inn: INN, checked_inn: INN, legalAddress: "г. Тверь", ...fields });
    await applyLegalAddress(visitWith({}).visit, form);
    return form.get("company_actual_address_organization");
  };
  expect(await pick({ pick_address: "г. Омск", same_as_legal_address: "on" })).toBe("г. Омск");
  expect(await pick({ same_as_legal_address: "on" })).toBe("г. Тверь");
  // An address that was typed is no copy, and stays when the box is taken out.
  const typed = { company_actual_address_organization: "г. Псков", same_address_was: "on" };
  expect(await pick(typed)).toBe("г. Псков");
  expect(await pick({ ...typed, company_actual_address_organization: "г. Тверь" })).toBe("");
});

test("§5.14 six addresses are suggested, each once; an empty field is asked for its first letters", async () => {
  const values = ["А", "А", "Б", "В", "Г", "Д", "Е", "Ж"].map((value) => ({ value }));
  const suggest = (query: string, replies: Replies = { [suggestAddresses.path]: values }) =>
    lookUp({ intent: "suggest-address", company_actual_address_organization: query }, replies);
  expect((await suggest("ул")).suggestions).toEqual(["А", "Б", "В", "Г", "Д", "Е"]);
  expect(await suggest(" ")).toMatchObject({ asked: [], suggestionError: expect.stringContaining("Начните вводить") });
  expect(await suggest("ул", {})).toMatchObject({ suggestions: [], suggestionError: "Не нашли." });
});

test("§3.2 a segment of one's own is found by its name where the reply doesn't tell its number, or is said not to be there", async () => {
  const segments = [
    { id: 4, display_name: "Автосервис" },
    { id: 9, display_name: "мотомастерская " },
  ];
  const { visit } = visitWith({ [listSegments.path]: segments });
  expect(await findOrAddSegment(visit, "other", "Мотомастерская")).toEqual({ ok: true, id: "9" });
  expect(await findOrAddSegment(visit, "other", "Шиномонтаж")).toMatchObject({ ok: false, refusal: { status: 422 } });
  expect(await findOrAddSegment(visit, "4", "Шиномонтаж")).toEqual({ ok: true, id: "4" });
});

test("§8.3 a phone of another length is explained at its field, beside what else is wrong", () => {
  const explain = (fields: Readonly<Record<string, string>>) => {
    const entry = { aliases: [alias.validation], message: "Проверьте поля.", fields };
    return explainRefusal({ status: 422, ...entry, entries: [entry] });
  };
  const alone = explain({ phone: "Нет." });
  expect([alone.message, alone.fields]).toEqual([PHONE_LENGTH_MESSAGE, { phone: PHONE_LENGTH_MESSAGE }]);
  const both = explain({ phone: "Нет.", email: "Занят." });
  expect(both.fields).toEqual({ phone: PHONE_LENGTH_MESSAGE, email: "Занят." });
  expect(both.message).toMatch(/^Проверьте поля\./);
});
