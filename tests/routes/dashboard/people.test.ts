import { expect, test } from "vitest";
import { listManagerViews, listMembersOfManager, listMemberViews } from "../../../app/features/profile/people.server";
import { sumByMonth } from "../../../app/lib/months.server";

const member = (number: number) => ({
  id: String(number),
  last_name: number % 2 ? "Королёв" : "Петров",
  first_name: `Имя${number}`,
  sur_name: "",
  phone: String(79_100_000_000 + number),
  email: `shop${number}@example.ru`,
  companies: [
    {
      id: String(number),
      actual_name_organization: `Точка ${number}`,
      legal_name_organization: `ООО «${number}»`,
      legal_address_organization: "",
      inn: String(7_700_000_000 + number),
      repsli_code: "",
    },
  ],
  is_agreement_accepted: true,
  bought_within_month: true,
});
const members = Array.from({ length: 2000 }, (_, number) => member(number));
const manager = { ...member(5000), id: "m1", companies: undefined, members };

test("§3.10 two thousand members are paged, and found by name with е for ё, typed phone, company or INN", () => {
  const first = listMemberViews(members, { sign: "", search: "", page: 1 });
  expect(first).toMatchObject({ page: 1, total: 2000 });
  expect(first.items).toHaveLength(first.perPage);
  expect(listMemberViews(members, { sign: "", search: "", page: 999 }).page).toBe(Math.ceil(2000 / first.perPage));
  expect(listMemberViews(members, { sign: "", search: "королев имя17", page: 1 }).items[0]?.name).toBe("Королёв Имя17");
  expect(
    listMemberViews(members, { sign: "", search: "8 (910) 000-12-34", page: 1 }).items.map(({ name }) => name),
  ).toEqual(["Петров Имя1234"]);
  expect(listMemberViews(members, { sign: "", search: "7700001500", page: 1 }).total).toBe(1);
  expect(listMemberViews(members, { sign: "", search: "нет такого", page: 1 })).toMatchObject({
    total: 0,
    items: [],
    page: 1,
  });
});

test("§3.10 a manager is shown with the first members; a search that finds members shows these, unfolded", () => {
  const [shown] = listManagerViews([manager], { search: "", page: 1 }).items;
  expect(shown).toMatchObject({ memberCount: 2000, isFound: false });
  expect(shown?.members.length).toBeLessThan(10);
  const [found] = listManagerViews([manager], { search: "shop77@", page: 1 }).items;
  expect(found).toMatchObject({ memberCount: 1, isFound: true });
  expect(listMembersOfManager([manager], "m1", { search: "", page: 100 })?.items).toHaveLength(15);
  expect(listMembersOfManager([manager], "other", { search: "", page: 1 })).toBeUndefined();
});

test("§3.10 a manager finds the shops to call by their signs; a list without signs offers none", () => {
  const shops = [
    member(1),
    { ...member(2), is_agreement_accepted: false },
    { ...member(3), is_agreement_accepted: false, bought_within_month: false },
  ];
  const list = (sign: "" | "rules" | "purchase", search = "") => listMemberViews(shops, { sign, search, page: 1 });
  expect(list("")).toMatchObject({ total: 3, signs: ["rules", "purchase"] });
  expect(list("").items.map(({ signs }) => signs)).toEqual([[], ["rules"], ["rules", "purchase"]]);
  expect(list("rules").items.map(({ name }) => name)).toEqual(["Петров Имя2", "Королёв Имя3"]);
  expect(list("purchase").items.map(({ name }) => name)).toEqual(["Королёв Имя3"]);
  expect(list("rules", "Имя2").total).toBe(1);
  // The signs to choose from are those of all, whichever is chosen.
  const either = [
    { ...member(2), is_agreement_accepted: false },
    { ...member(3), bought_within_month: false },
  ];
  const choices = listMemberViews(either, { sign: "rules", search: "Имя2", page: 1 });
  expect([choices.total, choices.signs]).toEqual([1, ["rules", "purchase"]]);
  expect(listMemberViews(shops.slice(0, 2), { sign: "", search: "", page: 1 }).signs).toEqual(["rules"]);
  expect(listMemberViews([member(1)], { sign: "", search: "", page: 1 }).signs).toEqual([]);
});

test("§1.3 months of a chart: gaps are zeros, at most twelve, in Moscow time, and no partial month", () => {
  const rows = [
    { date: "2026-03-31T21:30:00Z", value: 5 },
    { date: "2026-02-10", value: 7 },
    { date: "2025-12-01", value: 1 },
  ];
  expect(sumByMonth(rows, true).map(({ label, value }) => [label, value])).toEqual([
    ["дек", 1],
    ["янв", 0],
    ["фев", 7],
    ["мар", 0],
    ["апр", 5],
  ]);
  expect(sumByMonth(rows, false).map(({ value }) => value)).toEqual([7, 0, 5]);
  const years = Array.from({ length: 30 }, (_, index) => ({
    date: `20${24 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, "0")}-01`,
    value: 1,
  }));
  expect(sumByMonth(years, true)).toHaveLength(12);
  expect(sumByMonth([], true)).toEqual([]);
});

test("§1.3 months of a chart: dates that are none are left out, and of dates a century apart the last months are shown", () => {
  const odd = ["00", "2026-13-01", "2026", "скоро", "20260301"].map((date) => ({ date, value: 1 }));
  expect(() => sumByMonth(odd, true)).not.toThrow();
  expect(sumByMonth([{ date: "2026-13-01", value: 1 }], true)).toEqual([]);
  const far = [
    { date: "2026-03-01", value: 5 },
    { date: "0026-03-01", value: 1 },
  ];
  const months = sumByMonth(far, true);
  expect(months).toHaveLength(12);
  expect(months.at(-1)).toMatchObject({ label: "мар", value: 5 });
});
