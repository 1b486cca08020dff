import { pickupPoints } from "../../../club/gifts/suggestions/pickup-points";
import { findPrize, phones } from "../../setup/demo";
import type { PortalBrowser } from "../../setup/portal-browser";
import type { Row } from "./row";

/** Whatever isn't delivered is ordered without an address. */
const noDelivery = {
  delivery_country: "Российская Федерация",
  delivery_city: "",
  delivery_street: "",
  delivery_house: "",
  delivery_flat: "",
  cdek_address_full: "",
  cdek_pvz_code: "",
};

/** Orders the cart. @returns the basket id that the page shows its order with */
async function orderCart(browser: PortalBrowser): Promise<string> {
  const { document } = await browser.open("/dashboard/gifts/cart");
  const basket = document.querySelector<HTMLInputElement>("input[name=basket]")?.value ?? "";
  await browser.submit({}, "Заказать");
  return basket;
}

export const prizes: readonly Row[] = [
  {
    call: "GET prize/list",
    title: "a member opens the gifts",
    async run({ logIn }) {
      const { browser, token } = await logIn(phones.member);
      await browser.open("/dashboard/gifts/");
      return { path: "prize/list", token };
    },
  },
  {
    call: "GET prize/counter",
    title: "a manager opens a page with the badge of the gifts",
    async run({ logIn }) {
      const { browser, token } = await logIn(phones.manager);
      await browser.open("/dashboard/points");
      return { path: "prize/counter", token };
    },
  },
  {
    call: "DELETE prize/counter",
    title: "a manager marks the new gifts as seen",
    async run({ logIn }) {
      const { browser, token } = await logIn(phones.manager);
      await browser.open("/dashboard/gifts");
      await browser.submit({}, "Отметить просмотренными");
      return { path: "prize/counter", token };
    },
  },
  {
    call: "GET prize/characteristics/list",
    title: "a member opens the gifts, then one of them",
    async run({ club, logIn }) {
      const { browser, token } = await logIn(phones.member);
      const id = await findPrize(club, "Футболка");
      await browser.open("/dashboard/gifts/");
      await browser.open(`/dashboard/gifts/${id}`);
      const path = "prize/characteristics/list";
      return [
        { path, token },
        { path, token, query: { prize_id: id } },
      ];
    },
  },
  {
    call: "GET busines-decissions/mobile/operators/list",
    title: "a member opens the top-ups",
    async run({ logIn }) {
      const { browser, token } = await logIn(phones.member);
      await browser.open("/dashboard/gifts/phone");
      return { path: "busines-decissions/mobile/operators/list", token };
    },
  },
  {
    call: "GET payments/agentId",
    title: "a member opens the payouts",
    async run({ logIn }) {
      const { browser, token } = await logIn(phones.member);
      await browser.open("/dashboard/gifts/card");
      return { path: "payments/agentId", token };
    },
  },
  {
    call: "POST prize/exchange",
    title: "a member orders two T-shirts of a size to a pickup point",
    async run({ club, logIn }) {
      const { browser, token } = await logIn(phones.member);
      const prize_id = await findPrize(club, "Футболка");
      await browser.open(`/dashboard/gifts/${prize_id}`);
      await browser.submit({ size: "L", cartCount: "2" });
      await browser.open("/dashboard/gifts/delivery");
      await browser.submit({ delivery_city: "казань" });
      const point = pickupPoints.find(({ city }) => city === "Казань");
      await browser.submit({ cdek_pvz_code: point?.code ?? "" });
      const unit = {
        prize_id: Number(prize_id),
        face: 0,
        selected_additional_fields: ["", "", "L"],
        delivery_country: "Российская Федерация",
        delivery_city: "Казань",
        delivery_street: point?.address,
        delivery_house: "",
        delivery_flat: "",
        cdek_address_full: `Казань, ${point?.address}`,
        cdek_pvz_code: point?.code,
        basket_uuid: await orderCart(browser),
      };
      return [
        { path: "prize/exchange", token, body: unit },
        { path: "prize/exchange", token, body: unit },
      ];
    },
  },
  {
    call: "POST prize/exchange",
    title: "a member orders a top-up, a payout and a certificate in one basket",
    async run({ club, logIn }) {
      const { browser, token } = await logIn(phones.member);
      const [topUp, payout, certificate] = await Promise.all(
        ["Пополнение телефона на 100", "Выплата на карту 500", "Сертификат «"].map((name) => findPrize(club, name)),
      );
      const { document } = await browser.open("/dashboard/gifts/phone");
      const options = [...document.querySelectorAll<HTMLOptionElement>("select[name=operator] option")];
      const operator = options.find(({ text }) => text === "МТС")?.value ?? "";
      await browser.submit({ prize_id: topUp ?? "", recipient: "8 (900) 123-45-67", operator });
      await browser.open("/dashboard/gifts/card");
      await browser.submit({ prize_id: payout ?? "", recipient: "4111 1111 1111 1111", operator: "IVAN IVANOV" });
      await browser.open("/dashboard/gifts/giftery");
      await browser.submit({ prize_id: certificate ?? "" }, "Добавить");
      const basket_uuid = await orderCart(browser);
      const unit = (prize_id: string | undefined, fields: string[]) => ({
        path: "prize/exchange",
        token,
        body: { prize_id: Number(prize_id), face: 0, selected_additional_fields: fields, ...noDelivery, basket_uuid },
      });
      return [
        unit(topUp, ["79001234567", operator, ""]),
        unit(payout, ["4111111111111111", "IVAN IVANOV", ""]),
        unit(certificate, ["", "", ""]),
      ];
    },
  },
];
