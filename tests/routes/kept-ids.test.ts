import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Json } from "../contract/recorded-replies";
import { applyVariations, varyReply } from "../contract/vary-reply";
import { openTestPortal, type TestPortal } from "../setup/portal";
import { openBrowser, type Page } from "../setup/portal-browser";
import { openReplayedUpstream, type ReplayedUpstream } from "../setup/replayed-upstream";

let upstream: ReplayedUpstream;
let portal: TestPortal;

beforeAll(async () => {
  process.env.ORDER_PAUSE_MS = "0";
  upstream = await openReplayedUpstream();
  portal = await openTestPortal(upstream);
});
afterEach(() => {
  upstream.vary(undefined);
  upstream.rewrite(undefined);
});
afterAll(async () => {
  await portal?.close();
  await upstream?.close();
});

/** Ids as JSON writes them. */
const ids = ["77", "9007199254740993001", '"77"', '"0077"', '"~77"', '"9aa56579-8dcc"'];

/** The value of the first choice of a field, whatever kind of field it is. */
function findChoice({ document }: Page, name: string): string {
  const [choice] = document.querySelectorAll<HTMLInputElement | HTMLOptionElement>(
    `select[name=${name}] option:not([value=""]), input[name=${name}]`,
  );
  return choice?.value ?? "";
}

test.each(ids)(
  "§3.2 §3.8 §7.2 the id %s passes through forms, addresses and the cart, and goes back as it came",
  async (id) => {
    upstream.rewrite((call, text) => {
      if (call === "GET prize/list") return text.replace('"id":9,', `"id":${id},`);
      if (call.includes("companies/find")) return text.replace('"curator_id":1,', `"curator_id":${id},`);
      if (call === "GET segment/list") return text.replace('"id":1,', `"id":${id},`);
      return call.includes("actions/list") ? text.replace('"id":6,', `"id":${id},`) : text;
    });
    upstream.vary((call, reply): Json | undefined => {
      const dates = varyReply(reply).filter(({ field, change }) => /items\.\*\.date_/.test(field) && change === "null");
      return call.includes("actions/list/filter") ? applyVariations(reply, dates) : undefined;
    });
    const member = openBrowser(portal, await portal.logIn("member"));

    const gift = await member.open("/dashboard/gifts/giftery");
    const options = [...gift.document.querySelectorAll<HTMLInputElement>("[name=prize_id], [name=prize_id] option")];
    const plain = id.replaceAll('"', "");
    const prize = options.map(({ value }) => value).find((value) => value.endsWith(plain)) ?? "";
    await member.submit({ prize_id: prize }, "Добавить");
    await member.open("/dashboard/gifts/cart");
    await member.submit({}, "Заказать");
    expect(upstream.listBodies("POST prize/exchange").at(-1)).toContain(`"prize_id":${id},`);

    const form = await member.open("/dashboard/profile/companies/new");
    const company = {
      company_inn: "5000200016",
      company_actual_name_organization: "Вторая точка",
      company_actual_address_organization: "г. Тверь",
    };
    await member.submit({ ...company, company_segment_id: findChoice(form, "company_segment_id") });
    expect(upstream.listBodies("POST user/profile/add/company").at(-1)).toContain(`"company_segment_id":${id}`);

    const promotions = await member.open("/promo/");
    const link = [...promotions.document.querySelectorAll("main a")].find((one) =>
      decodeURIComponent(one.getAttribute("href") ?? "").endsWith(`${plain}/`),
    );
    await member.open(link?.getAttribute("href") ?? "");
    await member.submit({}, "Участвовать");
    expect(upstream.listBodies("POST user/actions/participants/join").at(-1)).toBe(`{"action_id":${id}}`);

    const guest = openBrowser(portal);
    const registration = await guest.open("/register/manager");
    const person = { last_name: "Петров", first_name: "Пётр", sur_name: "Петрович", phone: "8 912 200-00-01" };
    const curator = findChoice(registration, "curator");
    await guest.submit(
      { ...person, email: "sales@example.ru", policy: true, dataAgreement: true, curator },
      "Зарегистрироваться",
    );
    expect(upstream.listBodies("POST register").at(-1)).toContain(`"related_to_user_id":[${id}]`);
  },
);

test("§2.1.1 §7.2 an address with the plain id of a text opens the promotion, and joining sends the text", async () => {
  upstream.rewrite((call, text) => (call.includes("actions/list") ? text.replace('"id":6,', '"id":"6",') : text));
  upstream.vary((call, reply): Json | undefined => {
    const dates = varyReply(reply).filter(({ field, change }) => /items\.\*\.date_/.test(field) && change === "null");
    return call.includes("actions/list/filter") ? applyVariations(reply, dates) : undefined;
  });
  const member = openBrowser(portal, await portal.logIn("member"));
  expect((await member.open("/promo/6/")).status).toBe(200);
  await member.submit({}, "Участвовать");
  expect(upstream.listBodies("POST user/actions/participants/join").at(-1)).toBe('{"action_id":"6"}');
});
