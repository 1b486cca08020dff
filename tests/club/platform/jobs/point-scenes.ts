import type { TestClub } from "../../../setup/club";
import { addPerson } from "../../club-people";
import { credit } from "../../points/people";
import { ago, type JobScene, NOW } from "./job-scene";

/** Jobs about points. */
export const pointScenes: Readonly<Record<string, JobScene>> = {
  "ledger-verify": {
    async make(club) {
      const right = await addPerson(club);
      const wrong = await addPerson(club);
      await earn(club, right.id, 100, NOW);
      await earn(club, wrong.id, 100, NOW);
      await club.db.updateTable("balances").set({ points: 900 }).where("user_id", "=", wrong.id).execute();
      return [{}];
    },
  },
  "points-expire": {
    settings: { pointsExpireMonths: 12, pointsExpiryNoticeDays: 30, pointsPendingDays: 14 },
    async make(club) {
      // What is earned on 19 April expires a year later, which is 30 days from now.
      for (const day of ["2025-04-18", "2025-04-19", "2025-04-20"]) {
        const person = await addPerson(club, { email: `earned-${day}@example.com` });
        await earn(club, person.id, 100, new Date(`${day}T20:59:59Z`));
      }
      const spender = await addPerson(club, { email: "has-earned-since@example.com" });
      await earn(club, spender.id, 100, ago({ days: 400 }));
      await earn(club, spender.id, 30, ago({ days: 10 }));
      const erased = await addPerson(club, { email: "erased@example.com", erased_at: ago({ days: 1 }) });
      await earn(club, erased.id, 100, ago({ days: 400 }));
      const unconfirmed = await addPerson(club, { email: "unconfirmed@example.com" });
      await earn(club, unconfirmed.id, 100, ago({ days: 400 }));
      await club.db.updateTable("users").set({ phone_confirmed_at: null }).where("id", "=", unconfirmed.id).execute();
      for (const expires_on of ["2026-03-19", "2026-03-20", "2026-03-21"]) {
        const person = await addPerson(club, { email: `expires-${expires_on}@example.com` });
        await earn(club, person.id, 100, ago({ days: 400 }));
        const announced = { user_id: person.id, expires_on, points: 120, announced_at: ago({ days: 30 }) };
        await club.db.insertInto("point_expiries").values(announced).execute();
        const held = { user_id: person.id, reason: "deal", reference: "deal:1", points: 10 };
        await club.db
          .insertInto("held_points")
          .values({ ...held, available_on: expires_on })
          .execute();
      }
      return [{}];
    },
  },
  "points-credit-waiting": {
    settings: { pointsPerDay: 150 },
    async make(club) {
      const first = await addPerson(club, { last_name: "Первый" });
      const inactive = await addPerson(club, { last_name: "Без согласия", agreement_accepted_at: null });
      const last = await addPerson(club, { last_name: "Последний" });
      const waiting = { reason: "promo_code", action: "Промокод" } as const;
      await club.db
        .insertInto("pending_credits")
        .values([
          { ...waiting, user_id: inactive.id, amount: 7, reference: "waits for the person" },
          { ...waiting, user_id: first.id, amount: 100, reference: "fits", waits_for_room: true },
          { ...waiting, user_id: inactive.id, amount: 20, reference: "fits, but inactive", waits_for_room: true },
          { ...waiting, user_id: last.id, amount: 30, reference: "is one too many", waits_for_room: true },
          { ...waiting, user_id: first.id, amount: 1, reference: "comes after it", waits_for_room: true },
        ])
        .execute();
      await club.db
        .insertInto("point_days")
        .values([
          { day: "2026-03-19", scope: "club", points: 150 },
          { day: "2026-03-20", scope: "club", points: 1 },
          { day: "2026-03-21", scope: "club", points: 150 },
        ])
        .execute();
      return [{}];
    },
  },
};

function earn(club: TestClub, userId: number, amount: number, createdAt: Date) {
  const reference = `earned:${createdAt.getTime()}`;
  const entry = { userId, amount, reason: "correction", reference, action: "Начислено", createdAt } as const;
  return credit(club, [entry]);
}
