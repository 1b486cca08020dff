import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { readText } from "../../setup/outline-text";
import { linksOf, openReplayedPortal, type ReplayedPortal, textOf, toldAfter } from "../../setup/replayed-portal";

// Promotions, rules and links of an upstream that sends more, less or other ones than the demo's club.

let portal: ReplayedPortal;

beforeAll(async () => {
  portal = await openReplayedPortal();
});
afterAll(() => portal?.close());
afterEach(() => portal?.answerAsRecorded());

const promotion = {
  ...{ id: 6, name: "Зима", description_short: "Коротко.", description: "Подробно.", image_url: "" },
  ...{ date_start: "2026-01-01", date_end: "2027-01-01", has_articles: false, is_joined: false },
};
const LISTED = "GET actions/list/filter";

test("§1.5 the page of a promotion shows what was asked for, also where the reply doesn't repeat its id, and no other", async () => {
  const guest = await portal.visit("guest");
  const open = async (items: object[]) => {
    portal.answer({ [LISTED]: { items, total: items.length } });
    const page = await guest.open("/promo/6/");
    return [page.status, page.document.querySelector("h1")?.textContent];
  };
  expect(await open([{ ...promotion, id: undefined }])).toEqual([200, "Зима"]);
  for (const items of [
    [{ ...promotion, id: 7 }],
    [
      { ...promotion, id: undefined },
      { ...promotion, id: 7 },
    ],
    [],
  ]) {
    expect((await open(items))[0]).toBe(404);
  }
});

test("§1.8 the home page has three promotions and five questions, however many come, and says when one begins", async () => {
  const guest = await portal.visit("guest");
  const items = [1, 2, 3, 4, 5].map((id) => ({ ...promotion, id, name: `Акция ${id}`, date_start: "2026-12-30" }));
  portal.answer({ [LISTED]: { items, total: 5 } });
  const page = await guest.open("/");
  expect(linksOf(page).filter((link) => / → \/promo\/\d/.test(link))).toHaveLength(3);
  expect(textOf(page)).toContain("скоро, с 30.12.26 по 01.01.27");
});

test("§7.1 articles that the upstream refuses are not found, whatever its status says", async () => {
  portal.upstream.answer((call) =>
    call === "GET actions/{id}/download/articles" ? { status: 403, json: { success: false } } : undefined,
  );
  expect((await (await portal.visit("guest")).open("/promo/6/articles")).status).toBe(404);
});

test("§2.1.7 the page of a document has its own text", async () => {
  const named = (code: string) => ({ code, title: `Правила ${code}`, text: `Текст ${code}.`, link: "" });
  portal.answer({ "GET content/rules": { items: [named("sales-rules"), named("retail-rules")] } });
  const words = textOf({ document: await portal.openAfterChange("guest", "/rules/?document=retail-rules") });
  expect(words).toContain("Текст retail-rules.");
  expect(words).not.toContain("Текст sales-rules.");
});

test("§1.5 a promo code that brings no points says so, and of one whose points aren't told none are named", async () => {
  const member = await portal.visit("member");
  const toldOf = async (result: object) => {
    portal.answer({ "POST user/actions/promo-codes": result });
    await member.open("/dashboard/promo-code");
    return toldAfter(member, await member.submit({ promo_code: "ABC-123" }));
  };
  expect(await toldOf({ points: 0, action_name: "Искра" })).toBe("✓+0 балловПромокод принят. Акция «Искра».");
  expect(await toldOf({})).toBe("✓Промокод принят.");
});

test("§1.5 a promo code is offered at a promotion that has begun, and at none before", async () => {
  const member = await portal.visit("member");
  const offersCode = async (date_start: string) => {
    const promotion = { id: 6, name: "Зима", description: "О", accepts_promo_codes: true, is_joined: true, date_start };
    portal.answer({ "GET user/actions/list/filter": { items: [{ ...promotion, date_end: "2027-01-01" }], total: 1 } });
    const { document } = await member.open("/promo/6/");
    return document.querySelector('main a[href="/dashboard/promo-code"]') !== null;
  };
  expect([await offersCode("2026-01-01"), await offersCode("2026-12-30")]).toEqual([true, false]);
});

test("§1.11 a footer without social networks has no heading for them", async () => {
  const headingsOf = async (socials: object[]) => {
    portal.answer({ "GET content/menu": { data: { support: { phone: "", email: "" }, socials } } });
    const page = await portal.openAfterChange("guest", "/feedback", String(socials.length));
    return readText(page.querySelector("footer")?.textContent);
  };
  expect(await headingsOf([{ name: "VK", url: "https://vk.example" }])).toContain("Мы в сети");
  expect(await headingsOf([])).not.toContain("Мы в сети");
});

test("§1.5 a promotion that has brought the participant nothing yet doesn't say what it has brought", async () => {
  const member = await portal.visit("member");
  const tellsEarned = async (earned_points: number) => {
    const items = [{ ...promotion, bonus_points: 5, earned_points }];
    portal.answer({ "GET user/actions/list/filter": { items, total: 1 } });
    return textOf(await member.open("/promo/6/")).includes("Акция принесла вам");
  };
  expect([await tellsEarned(15), await tellsEarned(0)]).toEqual([true, false]);
});
