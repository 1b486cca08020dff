import { addCompany, addPerson, freshInn, freshPhone } from "../../club-people";
import type { Sample } from "./samples";

/** Samples of the acts about people. */
export const peopleSamples: Readonly<Record<string, Sample>> = {
  "disable-person": async (club) => ({ person: (await addPerson(club)).phone, reason: "Чужие чеки" }),
  "enable-person": async (club) => ({ person: (await addPerson(club, { is_disabled: true })).email }),
  "log-out-person": async (club) => ({ person: String((await addPerson(club)).id) }),
  "correct-points": async (club) => ({
    person: (await addPerson(club)).phone,
    direction: "credit",
    points: "150",
    reason: "Забытая продажа",
  }),
  "add-curator": async () => ({ ...newPerson(), company: "Ось", inn: freshInn(), address: "Тверь" }),
  "add-participant": async () => ({ role: "tadam", ...newPerson() }),
  "change-relation": async (club) => {
    const curator = await addPerson(club, { role: "curator" });
    return { person: (await addPerson(club)).phone, curator: curator.phone };
  },
  "change-contact": async (club) => ({
    person: (await addPerson(club)).phone,
    phone: freshPhone(),
    email: `new${freshPhone()}@example.org`,
    reason: "Позвонил с рабочего телефона",
  }),
  "allow-orders": async (club) => ({
    person: (await addPerson(club, { orders_wait_until: new Date("2100-01-01") })).phone,
    reason: "Пришёл с паспортом",
  }),
  "company-owner": async (club) => {
    const [former, next] = [await addPerson(club), await addPerson(club)];
    const { inn } = await addCompany(club, former.id, "retail");
    return { inn, person: next.phone };
  },
  "distributor-time-zone": async (club) => {
    const { inn } = await addCompany(club, (await addPerson(club)).id, "distributor");
    return { inn, zone: "Asia/Kamchatka" };
  },
  "merge-people": async (club) => {
    const [person, duplicate] = [await addPerson(club), await addPerson(club)];
    return { person: person.phone, duplicate: duplicate.phone, reason: "Один паспорт" };
  },
  "export-person": async (club) => ({ person: (await addPerson(club)).phone }),
  "erase-person": async (club) => ({ person: (await addPerson(club)).phone, yes: true }),
  "redirect-token": async (club) => ({ person: (await addPerson(club)).phone }),
};

function newPerson() {
  const phone = freshPhone();
  return { last_name: "Новиков", first_name: "Илья", sur_name: "Ильич", phone, email: `new${phone}@example.org` };
}
