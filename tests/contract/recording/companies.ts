import { findPerson, KNOWN_INN, phones } from "../../setup/demo";
import { registerShop } from "./registration";
import type { Row } from "./row";

export const companies: readonly Row[] = [
  {
    call: "GET user/curator/companies/find/full_list",
    title: "a guest opens the registration of a manager",
    async run({ guest }) {
      await guest().open("/register/manager");
      return { path: "user/curator/companies/find/full_list" };
    },
  },
  {
    call: "GET user/curator/companies/find/{name}",
    title: "a guest searches one of many distributors",
    async run({ club, guest }) {
      const owner_id = Number(await findPerson(club, phones.curator));
      const many = Array.from({ length: 60 }, (_, index) => ({
        kind: "distributor" as const,
        owner_id,
        inn: `7700${100_000 + index}`,
        actual_name_organization: `Снабжение ${index + 1}`,
        legal_name_organization: `ООО «Снабжение ${index + 1}»`,
      }));
      await club.db.insertInto("companies").values(many).execute();
      const browser = guest();
      await browser.open("/register/manager");
      await browser.submit({ distributor_search: " Снабжение 7/8 ? " }, "Найти");
      await club.db.deleteFrom("companies").where("actual_name_organization", "like", "Снабжение %").execute();
      return { path: `user/curator/companies/find/${encodeURIComponent("Снабжение 7/8 ?")}` };
    },
  },
  {
    call: "GET company/find/information/{tin}",
    title: "a guest looks a company up by a typed INN",
    async run({ guest }) {
      const browser = guest();
      await browser.open("/register/member");
      await browser.submit({ company_inn: "5000 2000 16" }, "Найти по ИНН");
      return { path: `company/find/information/${KNOWN_INN}` };
    },
  },
  {
    call: "GET companies/check/exists/inn/{inn}",
    title: "a guest looks a company up by a typed INN",
    async run({ guest }) {
      const browser = guest();
      await browser.open("/register/member");
      await browser.submit({ company_inn: "5000 2000 16" }, "Найти по ИНН");
      return { path: `companies/check/exists/inn/${KNOWN_INN}` };
    },
  },
  {
    call: "GET prize/delivery/address/suggest",
    title: "a member looks for a city, then for its pickup points near a street",
    async run({ logIn }) {
      const { browser, token } = await logIn(phones.member);
      await browser.open("/dashboard/gifts/delivery");
      await browser.submit({ delivery_city: " Казань " });
      await browser.submit({ delivery_address: "Мира" });
      const path = "prize/delivery/address/suggest";
      const city = { path, token, query: { query: "Казань", type: "city" } };
      return [
        city,
        { path, token, query: { query: "", type: "address", city: "Казань" } },
        city,
        { path, token, query: { query: "Мира", type: "address", city: "Казань" } },
      ];
    },
  },
  {
    call: "GET suggests/valid/region/addresses/{query}",
    title: "a guest asks for addresses",
    async run({ guest }) {
      const browser = guest();
      await browser.open("/register/member");
      await browser.submit({ company_actual_address_organization: "Подольск, Ленин" }, "Подсказать адрес");
      return { path: `suggests/valid/region/addresses/${encodeURIComponent("Подольск, Ленин")}` };
    },
  },
  {
    call: "GET user/manager/phone/{phone}",
    title: "a guest checks a manager by phone, then by e-mail",
    async run({ guest }) {
      const browser = guest();
      await browser.open("/register/member");
      await browser.submit({ manager_contact: "8 (900) 000-00-02", manager_contact_mode: "phone" }, "Проверить");
      await browser.submit({ manager_contact: " manager@example.com", manager_contact_mode: "email" }, "Проверить");
      return [
        { path: `user/manager/phone/${phones.manager}` },
        { path: `user/manager/phone/${encodeURIComponent("manager@example.com")}` },
      ];
    },
  },
  {
    call: "GET segment/list",
    title: "a guest opens the registration of a member",
    async run({ guest }) {
      await guest().open("/register/member");
      return { path: "segment/list" };
    },
  },
  {
    call: "POST segment/custom",
    title: "a shop registers with a segment of its own",
    async run(portal) {
      await registerShop(portal, 10, { company_segment_id: "other", company_segment_other: " Мотомастерская " });
      return { path: "segment/custom", body: { display_name: "Мотомастерская" } };
    },
  },
  {
    call: "GET user/company/",
    title: "a member opens the second page of the companies",
    async run({ logIn }) {
      const { browser, token } = await logIn(phones.member);
      await browser.open("/dashboard/profile/companies?page=2");
      return { path: "user/company/", token, query: { page: "2", per_page: "15" } };
    },
  },
];
