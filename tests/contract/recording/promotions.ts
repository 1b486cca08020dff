import { findPromotion, phones } from "../../setup/demo";
import type { Row } from "./row";

const enabled = { is_enabled: "1", sort: "-id" };

export const promotions: readonly Row[] = [
  {
    call: "GET actions/list/filter",
    title: "a guest opens the home page, the promotions and one of them",
    async run({ club, guest }) {
      const id = await findPromotion(club, "Искра по коду");
      const browser = guest();
      await browser.open("/");
      await browser.open("/promo/");
      await browser.open(`/promo/${id}/`);
      const request = (query: Record<string, string>) => ({
        path: "actions/list/filter",
        query: { ...query, ...enabled },
      });
      return [
        request({ page: "1", per_page: "3" }),
        request({ page: "1", per_page: "12" }),
        request({ page: "1", per_page: "1", id }),
      ];
    },
  },
  {
    call: "GET user/actions/list/filter",
    title: "a member opens a page with the badge of the promotions",
    async run({ logIn }) {
      const { browser, token } = await logIn(phones.member);
      await browser.open("/dashboard/points");
      return { path: "user/actions/list/filter", token, query: { page: "1", per_page: "4", ...enabled } };
    },
  },
  {
    call: "GET user/actions/list/filter",
    title: "a tadam, who has no badge, opens the promotions and one of them",
    async run({ club, logIn }) {
      const id = await findPromotion(club, "Искра по коду");
      const { browser, token } = await logIn(phones.tadam);
      await browser.open("/promo?page=2");
      await browser.open(`/promo/${id}`);
      const path = "user/actions/list/filter";
      const request = (query: Record<string, string>) => ({ path, token, query: { ...query, ...enabled } });
      return [request({ page: "2", per_page: "12" }), request({ page: "1", per_page: "1", id })];
    },
  },
  {
    call: "GET actions/{id}/download/articles",
    title: "a guest sees the articles of a promotion and downloads them",
    async run({ club, guest }) {
      const id = await findPromotion(club, "Искра по коду");
      await guest().follow(`/promo/${id}/`, "Скачать список артикулов");
      const request = { path: `actions/${id}/download/articles` };
      // The page shows them, the link downloads them.
      return [request, request];
    },
  },
  {
    call: "POST user/actions/participants/join",
    title: "a member takes part in a promotion",
    async run({ club, logIn }) {
      const action_id = await findPromotion(club, "Фильтры в запас");
      const { browser, token } = await logIn(phones.member);
      await browser.open(`/promo/${action_id}/`);
      await browser.submit({}, "Участвовать");
      return { path: "user/actions/participants/join", token, body: { action_id: Number(action_id) } };
    },
  },
  {
    call: "POST user/actions/promo-codes",
    title: "a member enters a promo code",
    async run({ logIn }) {
      const { browser, token } = await logIn(phones.member);
      await browser.open("/dashboard/promo-code");
      await browser.submit({ promo_code: " DEMO-100 " });
      return { path: "user/actions/promo-codes", token, body: { promo_code: "DEMO-100" } };
    },
  },
];
