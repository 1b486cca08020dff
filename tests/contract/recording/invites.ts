import { findInvite, phones } from "../../setup/demo";
import type { Row } from "./row";

const list = "E-mail;Фамилия;Имя;Кого пригласить\r\nnew1@example.org;А;Б;Ритейл\r\nплохо;А;Б;Ритейл\r\n";

export const invites: readonly Row[] = [
  {
    call: "POST invites/list/user/current",
    title: "a manager opens the invitations and filters them",
    async run({ logIn }) {
      const { browser, token } = await logIn(phones.manager);
      await browser.open("/dashboard/invite/");
      await browser.submit({ search: " анна ", invite_status: "sent" });
      await browser.open("/dashboard/invite?search=анна&invite_status=sent&page=2");
      const path = "invites/list/user/current";
      const filters = { search: "анна", invite_status: "sent" };
      return [
        { path, token, body: { page: 1, per_page: 20, search: "", invite_status: "" } },
        { path, token, body: { page: 1, per_page: 20, ...filters } },
        { path, token, body: { page: 2, per_page: 20, ...filters } },
      ];
    },
  },
  {
    call: "POST invites/list/user/current/download",
    title: "a manager downloads the filtered invitations",
    async run({ logIn }) {
      const { browser, token } = await logIn(phones.manager);
      await browser.follow("/dashboard/invite?invite_status=confirmed", "Выгрузить CSV");
      return {
        path: "invites/list/user/current/download",
        token,
        body: { search: "", invite_status: "confirmed" },
      };
    },
  },
  {
    call: "POST invites",
    title: "a manager invites a shop by e-mail",
    async run({ logIn }) {
      const { browser, token } = await logIn(phones.manager);
      await browser.open("/dashboard/invite/new");
      const person = { email: "new@example.org", first_name: "Иван", last_name: "Новый", sur_name: "" };
      const target = { target_promo_group_system_name: "member" };
      await browser.submit({ ...person, ...target, email: " new@example.org " });
      return { path: "invites", token, body: { ...person, ...target } };
    },
  },
  {
    call: "GET invites/{id}",
    title: "a guest follows the link of an invitation",
    async run({ club, guest }) {
      const id = await findInvite(club, "new@example.org");
      const browser = guest();
      const { location } = await browser.open(`/?invite=${id}`);
      await browser.open(location ?? "");
      return [{ path: `invites/${id}` }, { path: `invites/${id}` }];
    },
  },
  {
    call: "POST invites/user/current/resend",
    title: "a manager sends an invitation again",
    async run({ logIn }) {
      const { browser, token } = await logIn(phones.manager);
      const { document } = await browser.open("/dashboard/invite?invite_status=sent");
      const invite_id = document.querySelector<HTMLInputElement>("input[name=invite_id]")?.value;
      await browser.submit({}, "Отправить ещё раз");
      return { path: "invites/user/current/resend", token, body: { invite_id } };
    },
  },
  {
    call: "POST invites/user/current/resend/all",
    title: "a manager reminds everybody",
    async run({ logIn }) {
      const { browser, token } = await logIn(phones.manager);
      await browser.open("/dashboard/invite");
      await browser.submit({}, "Отправить всем");
      return { path: "invites/user/current/resend/all", token, body: {} };
    },
  },
  {
    call: "GET invites/tasks/{id}/resend/status",
    title: "a manager sees the progress, and script polls it",
    async run({ logIn }) {
      const { browser, token } = await logIn(phones.manager);
      await browser.open("/dashboard/invite");
      const { location } = await browser.submit({}, "Отправить всем");
      await browser.open(location ?? "");
      await browser.open(`${location}/status`);
      const path = `invites/tasks/${location?.split("/").at(-1)}/resend/status`;
      return [
        { path, token },
        { path, token },
      ];
    },
  },
  {
    call: "POST invites/import",
    title: "a curator uploads a list",
    async run({ logIn }) {
      const { browser, token } = await logIn(phones.curator);
      await browser.open("/dashboard/invite/import");
      await browser.submit({ file: new File([list], "люди.csv", { type: "text/csv" }) });
      const body = { file: { fileName: "люди.csv", type: "text/csv", content: list } };
      return { path: "invites/import", token, body };
    },
  },
  {
    call: "GET invites/tasks/{id}/import/status",
    title: "a curator sees the progress of a list, and script polls it",
    async run({ logIn }) {
      const { browser, token } = await logIn(phones.curator);
      await browser.open("/dashboard/invite/import");
      const { location } = await browser.submit({ file: new File([list], "люди.csv", { type: "text/csv" }) });
      await browser.open(location ?? "");
      await browser.open(`${location}/status`);
      const path = `invites/tasks/${location?.split("/").at(-1)}/import/status`;
      return [
        { path, token },
        { path, token },
      ];
    },
  },
  {
    call: "GET invites/list/user/current/errors/export",
    title: "a curator downloads the refused rows of a list",
    async run({ logIn }) {
      const { browser, token } = await logIn(phones.curator);
      await browser.open("/dashboard/invite/import");
      const { location } = await browser.submit({ file: new File([list], "люди.csv", { type: "text/csv" }) });
      await browser.open(`${location}/errors`);
      const query = { task_id: location?.split("/").at(-1) ?? "" };
      return { path: "invites/list/user/current/errors/export", token, query };
    },
  },
  {
    call: "GET referral/{id}",
    title: "a guest follows the referral link of a manager",
    async run({ guest, logIn }) {
      const { browser } = await logIn(phones.manager);
      const { document } = await browser.open("/dashboard/invite");
      const links = [...document.querySelectorAll<HTMLInputElement>("input")].map(({ value }) => value);
      const { search, searchParams } = new URL(links.find((value) => value.includes("referral=")) ?? "");
      const newcomer = guest();
      const { location } = await newcomer.open(`/${search}`);
      await newcomer.open(location ?? "");
      return { path: `referral/${searchParams.get("referral")}` };
    },
  },
];
