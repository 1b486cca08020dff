import { afterAll, beforeAll, expect, test } from "vitest";
import { profile } from "../../../contract/accounts";
import { freshInn } from "../../club/club-people";
import { openTestClub, type TestClub } from "../../setup/club";
import { openTestPortal, type TestPortal } from "../../setup/portal";
import { openBrowser } from "../../setup/portal-browser";

let club: TestClub;
let portal: TestPortal;

beforeAll(async () => {
  club = await openTestClub({ seed: true });
  portal = await openTestPortal(club);
});
afterAll(async () => {
  await portal?.close();
  await club?.close();
});

const LIST = "/dashboard/profile/companies";

test("§7.1 §8.2 §3.10 a member adds a company; a known one is refused at its field, and the list has pages", async () => {
  const headers = { Cookie: await portal.logIn("79000000003") };
  const page = await (await portal.ask(`${LIST}/new`, { headers })).text();
  const segment = /<option value="(\d+)"/.exec(page)?.[1] ?? "";
  const send = (company_inn: string) =>
    portal.ask(`${LIST}/new`, {
      method: "POST",
      headers,
      body: new URLSearchParams({
        company_inn,
        company_actual_name_organization: "Мастерская у моста",
        company_actual_address_organization: "Тверь, Заречная, 1",
        company_segment_id: segment,
      }),
    });
  const empty = await portal.ask(`${LIST}/new`, { method: "POST", headers, body: new URLSearchParams() });
  expect([empty.status, (await empty.text()).includes("Укажите ИНН.")]).toEqual([400, true]);

  const inn = freshInn();
  const added = await send(inn);
  expect([added.status, added.headers.get("Location")]).toEqual([303, LIST]);
  const again = await send(inn);
  expect(again.status).toBe(409);
  expect(await again.text()).toContain("Компания с таким ИНН уже участвует в программе.");

  for (let count = 0; count < 16; count++) await send(freshInn());
  const first = await (await portal.ask(LIST, { headers })).text();
  const second = await (await portal.ask(`${LIST}/?page=2`, { headers })).text();
  expect(first).toContain('aria-label="Страницы списка компаний"');
  expect([first, second].filter((html) => html.includes(inn))).toHaveLength(1);
  const token = await club.logIn("79000000003");
  expect((await club.ask(profile, {}, { token })).companies?.some((company) => company.inn === inn)).toBe(true);
});

test("§2.1.3 only members have companies: others are redirected to the profile", async () => {
  const headers = { Cookie: await portal.logIn("79000000002") };
  for (const path of [LIST, `${LIST}/new`]) {
    expect((await portal.ask(path, { headers })).headers.get("Location")).toBe("/dashboard/profile/");
  }
});

test("§3.4 §3.2 a member looks a new company up by its INN without script, and names a segment that isn't in the list", async () => {
  const browser = openBrowser(portal, await portal.logIn("79000000003"));
  const inn = freshInn();
  await club.db.insertInto("legal_entities").values({ inn, name: "ООО «Шатун»", address: "Клин, Мира, 1" }).execute();
  await browser.open(`${LIST}/new`);
  const typed = { company_inn: inn, company_segment_id: "other", company_segment_other: "Детейлинг у моста" };
  const found = await browser.submit({ ...typed, same_as_legal_address: "on" }, "Найти по ИНН");
  const typedIn = (name: string) => found.document.querySelector<HTMLInputElement>(`[name=${name}]`)?.value;
  expect(["legalName", "company_actual_address_organization", "company_segment_other"].map(typedIn)).toEqual([
    "ООО «Шатун»",
    "Клин, Мира, 1",
    "Детейлинг у моста",
  ]);
  const nameless = await browser.submit({ ...typed, company_segment_other: "" }, "Добавить компанию");
  expect([nameless.status, nameless.text.includes("Назовите сегмент.")]).toEqual([400, true]);
  const added = await browser.submit(typed, "Добавить компанию");
  expect([added.status, added.location]).toEqual([303, LIST]);
  const stored = await club.db
    .selectFrom("companies")
    .innerJoin("segments", "segments.id", "companies.segment_id")
    .select(["legal_name_organization", "actual_address_organization", "display_name"])
    .where("inn", "=", inn)
    .executeTakeFirstOrThrow();
  expect(stored).toEqual({
    legal_name_organization: "ООО «Шатун»",
    actual_address_organization: "Клин, Мира, 1",
    display_name: "Детейлинг у моста",
  });
});
