import { afterAll, beforeAll, expect, test } from "vitest";
import { findManager } from "../../../../contract/companies";
import { alias } from "../../../../contract/values";
import { openTestClub, type TestClub } from "../../../setup/club";
import { addCompany, addPerson, freshPhone } from "../../club-people";

let club: TestClub;
beforeAll(async () => {
  club = await openTestClub({ work: false });
});
afterAll(() => club.close());

test("§3.5 §5.9 a sales manager is found by phone as typed and by e-mail in any case", async () => {
  const curator = await addPerson(club, { role: "curator" });
  await addCompany(club, curator.id, "distributor", "Вал 100%");
  const manager = await addPerson(club, { role: "manager", curator_id: curator.id });
  const expected = {
    id: String(manager.id),
    manager_fio: "Ильин Пётр Олегович",
    curator_actual_name_organization: "Вал 100%",
  };
  for (const phone of [manager.phone, `8${manager.phone.slice(1)}`, manager.email.toUpperCase()]) {
    expect(await club.ask(findManager, { phone })).toEqual(expected);
  }
});

test("§8.4 §8.10 an unknown contact, another role and an unconfirmed manager are a 404; one who left has its alias", async () => {
  const member = await addPerson(club);
  const unconfirmed = await addPerson(club, { role: "manager", phone_confirmed_at: null });
  const system = await addPerson(club, { role: "manager", is_system: true });
  for (const phone of [freshPhone(), member.phone, unconfirmed.phone, system.phone, "nobody@example.com"]) {
    const { status, refusal } = await club.call(findManager, { phone });
    expect([status, refusal?.aliases]).toEqual([404, [alias.notFound]]);
    expect(refusal?.message).toContain("не найден");
  }
  const left = await addPerson(club, { role: "manager", is_disabled: true });
  expect((await club.call(findManager, { phone: left.email })).refusal?.aliases).toEqual([alias.managerDisabled]);
  expect((await club.call(findManager, { phone: "123" })).status).toBe(422);
});

test("§3.5 a manager without a distributor is found, and no distributor is named", async () => {
  const manager = await addPerson(club, { role: "manager" });
  expect(await club.ask(findManager, { phone: manager.phone })).toEqual({
    id: String(manager.id),
    manager_fio: "Ильин Пётр Олегович",
    curator_actual_name_organization: "",
  });
});

test("§6.4 one address can look up a limited number of managers", async () => {
  const ask = () => club.call(findManager, { phone: freshPhone() }, { address: "203.0.113.9" });
  const statuses = (await Promise.all(Array.from({ length: 62 }, ask))).map((answer) => answer.status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(2);
});
