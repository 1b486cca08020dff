import { afterAll, beforeAll, expect, test } from "vitest";
import { profile } from "../../../contract/accounts";
import { freshInn } from "../../club/club-people";
import { openTestClub, type TestClub } from "../../setup/club";
import { openTestPortal, type TestPortal } from "../../setup/portal";

let club: TestClub;
let portal: TestPortal;

beforeAll(async () => {
  club = await openTestClub({ seed: true });
  portal = await openTestPortal(club);
}, 120_000);
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
