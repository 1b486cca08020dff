import { expect, test } from "vitest";
import { readClubConfiguration } from "../../../club/platform/configuration";
import { expectedDay } from "../../../club/points/expected-day";
import { withdrawalStatuses } from "../../../contract/values";

const read = (ORDER_DAYS?: string) =>
  readClubConfiguration({ NODE_ENV: "test", ...(ORDER_DAYS !== undefined && { ORDER_DAYS }) }).settings;

test("§2.5.2 an order is expected so many days of Moscow after it was made, until it has come or gone back", () => {
  // Already the next day in Moscow.
  const created_at = new Date("2026-12-30T21:30:00Z");
  const days = { phone: 1, souvenir: 14 };
  const expected = Object.fromEntries(
    withdrawalStatuses.map((status) => [
      status,
      expectedDay({ status, handler_system_name: "phone", created_at }, days),
    ]),
  );
  expect(expected).toEqual({
    new: "2027-01-01",
    processing: "2027-01-01",
    need_documents: "2027-01-01",
    sent: "2027-01-01",
    ready_for_pickup: null,
    completed: null,
    rejected: null,
    cancelled: null,
  });
  const of = (handler_system_name: string) => expectedDay({ status: "new", handler_system_name, created_at }, days);
  expect([of("souvenir"), of("card"), of("other")]).toEqual(["2027-01-14", null, null]);
});

test("§2.5.2 ORDER_DAYS says the days by kind of gift, and what is no such list is refused", () => {
  expect(read().orderDays).toEqual({ phone: 3, card: 5, giftery: 3, souvenir: 14 });
  expect(read(" souvenir = 30 ,card=0").orderDays).toEqual({ souvenir: 30, card: 0 });
  expect(read("off").orderDays).toEqual({});
  for (const wrong of ["souvenir", "souvenir=soon", "souvenir=-1", "boat=3", "phone=1000"]) {
    expect(() => read(wrong)).toThrow(/ORDER_DAYS/);
  }
});
