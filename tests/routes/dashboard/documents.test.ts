import { afterAll, beforeAll, expect, test } from "vitest";
import { addPerson, PASSWORD } from "../../club/club-people";
import { type Desk, openDesk } from "../../club/gifts/orders/operator-desk";
import { storeDocuments } from "../../club/people/documents/store-documents";
import { openTestClub, type TestClub } from "../../setup/club";
import { openTestPortal, type TestPortal } from "../../setup/portal";
import { openBrowser } from "../../setup/portal-browser";

let club: TestClub;
let desk: Desk;
let portal: TestPortal;

beforeAll(async () => {
  process.env.LOG_LEVEL = "silent";
  club = await openTestClub({ work: false });
  desk = await openDesk(club);
  portal = await openTestPortal(club, { extensions: true });
});
afterAll(async () => {
  await portal?.close();
  await club?.close();
});

/** A participant whose documents wait for an operator, or none. */
async function addHolder(hasDocuments: boolean) {
  const person = await addPerson(club);
  if (hasDocuments) await storeDocuments(club, person.id);
  const browser = openBrowser(portal, await portal.logIn(person.phone, PASSWORD));
  const look = async () => {
    const profile = (await browser.open("/dashboard/profile/")).document;
    const page = (await browser.open("/dashboard/documents")).document;
    const plain = (document: Document) => document.querySelector("main")?.textContent?.replace(/\s+/g, " ") ?? "";
    return { profile: plain(profile), page: plain(page), hasForm: page.querySelector("#documents") !== null };
  };
  return { person: person.phone, look };
}

test("§6.4 §8.5 each state of the documents is told with its reason, and only missing and refused ones are asked for", async () => {
  const none = await (await addHolder(false)).look();
  expect(none.profile).toContain("Документы понадобятся, когда подарки за год станут дороже 4 000 ₽.");
  expect(none.hasForm).toBe(true);

  const { person, look } = await addHolder(true);
  const pending = await look();
  expect(pending.profile).toContain("На проверке");
  expect(pending.hasForm).toBe(false);
  await desk.act("reject-documents", { person, reason: "Скан не читается" });
  const rejected = await look();
  for (const text of [rejected.profile, rejected.page]) expect(text).toMatch(/[Нн]е приняты.*Скан не читается/);
  expect(rejected.profile).toContain("Передать ещё раз");
  expect(rejected.hasForm).toBe(true);

  const other = await addHolder(true);
  await desk.act("accept-documents", { person: other.person });
  const accepted = await other.look();
  expect(accepted.profile).toContain("Подарки можно заказывать без ограничений.");
  expect(accepted.page).not.toContain("Скан не читается");
  expect(accepted.hasForm).toBe(false);
});
