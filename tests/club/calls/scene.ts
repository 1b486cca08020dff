import { openTestClub, type TestClub } from "../../setup/club";
import { addOrders, type Orders } from "./scene-gifts";
import { addInvitations, type Invitations } from "./scene-invitations";
import { addPeople, type People } from "./scene-people";
import { addPromotions, type Promotions } from "./scene-promotions";
import { addSales, type Sales } from "./scene-sales";

/** A Friday noon in Moscow, in the middle of a month. */
export const NOW = "2026-03-20T09:00:00Z";

/** A club in which two distributors, and the people of each, have everything that a call can show or change. */
export interface Scene extends Sales, Orders, Invitations {
  readonly club: TestClub;
  readonly people: People;
  readonly promotions: Promotions;
}

/** Opens a club a year before the calls. Points expire after a year, and those of a sale are held for a week. */
export function openSceneClub(): Promise<TestClub> {
  return openTestClub({
    now: "2025-03-25T08:30:00Z",
    work: false,
    settings: { pointsExpireMonths: 12, pointsExpiryNoticeDays: 30, pointsPendingDays: 7 },
  });
}

/** Lets a year go by in a club that `openSceneClub` has opened, whose clock stands from now on unless it is moved. */
export async function playScene(club: TestClub): Promise<Scene> {
  const people = await addPeople(club);
  const promotions = await addPromotions(club, people);
  const sales = await addSales(club, people);
  const orders = await addOrders(club, people);
  const invitations = await addInvitations(club, people);
  return { club, people, promotions, ...invitations, ...sales, ...orders };
}
