import { newcomers } from "../../../club/demo/companies";
import { issueRedirectToken } from "../../../club/people/accounts/redirect-token";
import { findPerson, firstChoice, phones } from "../../setup/demo";
import { registerShop, sentPerson, typedPerson } from "./registration";
import type { Row } from "./row";

export const account: readonly Row[] = [
  {
    call: "POST login",
    title: "guests log in by a typed phone and by e-mail, a password with spaces around it",
    async run({ guest }) {
      const byPhone = guest();
      await byPhone.open("/login");
      await byPhone.submit({ login: "+7 (900) 000-00-03", password: " club-demo-1 " });
      const byEmail = guest();
      await byEmail.open("/login?mode=email");
      await byEmail.submit({ login: " member@example.com ", password: "club-demo-1" });
      return [
        { path: "login", body: { login: phones.member, password: "club-demo-1" } },
        { path: "login", body: { login: "member@example.com", password: "club-demo-1" } },
      ];
    },
  },
  {
    call: "POST login/redirect",
    title: "a guest presses the button behind a link with a token",
    async run({ club, guest }) {
      const id = Number(await findPerson(club, phones.member));
      const secret = await issueRedirectToken(club.db, club.club.services, id);
      const browser = guest();
      const { location } = await browser.open(`/?token=${secret}`);
      await browser.open(location ?? "");
      await browser.submit({}, "Войти в клуб");
      return { path: "login/redirect", body: { token: secret } };
    },
  },
  {
    call: "POST register",
    title: "a sales manager registers",
    async run({ guest }) {
      const browser = guest();
      const { document } = await browser.open("/register/manager");
      const distributor = firstChoice(document, "curator");
      const contacts = { phone: "8 (912) 200-00-01", email: "sales@example.ru" };
      await browser.submit({ ...typedPerson, ...contacts, curator: distributor }, "Зарегистрироваться");
      const body = {
        user_role: "manager",
        ...sentPerson,
        phone: "79122000001",
        email: "sales@example.ru",
        related_to_user_id: [Number(distributor)],
        is_allow_email_notify: 0,
      };
      return { path: "register", body };
    },
  },
  {
    call: "POST register",
    title: "a shop registers with a sales manager and a promo code",
    async run(portal) {
      const shop = await registerShop(portal, 11, { promo_code: " DEMO-500 " });
      const related_to_user_id = [Number(await findPerson(portal.club, phones.manager))];
      return { path: "register", body: { ...shop, promo_code: "DEMO-500", related_to_user_id } };
    },
  },
  {
    call: "POST register",
    title: "a shop registers without a sales manager",
    async run(portal) {
      const shop = await registerShop(portal, 12, { manager_contact: "", agreementMember: true });
      const related_to_user_id = [Number(await findPerson(portal.club, phones.curator))];
      return { path: "register", body: { ...shop, related_to_user_id } };
    },
  },
  {
    call: "POST confirm/phone",
    title: "a newcomer gets a code and types it",
    async run({ club, guest }) {
      const browser = guest();
      const { document } = await browser.open("/register/manager");
      const contacts = { phone: "+7 912 200-00-02", email: "sales2@example.ru" };
      const curator = firstChoice(document, "curator");
      const { location } = await browser.submit({ ...typedPerson, ...contacts, curator }, "Зарегистрироваться");
      const code = /\b\d{4}\b/.exec((await club.lastMessage("79122000002", "код клуба")).text)?.[0] ?? "";
      await browser.open(location ?? "");
      await browser.submit({ code });
      return [
        { path: "confirm/phone", body: { phone: "79122000002" } },
        { path: "confirm/phone", body: { phone: "79122000002", code } },
      ];
    },
  },
  {
    call: "POST user/logout/device",
    title: "a member logs out",
    async run({ logInAgain }) {
      const { browser, token } = await logInAgain(phones.member);
      await browser.open("/logout");
      await browser.submit({}, "Выйти");
      return { path: "user/logout/device", token, body: {} };
    },
  },
  {
    call: "GET user/sessions",
    title: "a member opens the page of password and sessions",
    async run({ logIn }) {
      const { browser, token } = await logIn(phones.member);
      await browser.open("/dashboard/profile/security");
      return { path: "user/sessions", token };
    },
  },
  {
    call: "POST user/sessions/end",
    title: "somebody of the brand logs out on another device",
    async run({ logInAgain }) {
      await logInAgain(phones.tadam);
      const { browser, token } = await logInAgain(phones.tadam);
      const { document } = await browser.open("/dashboard/profile/security");
      const session_id = document.querySelector<HTMLInputElement>("[name=session_id]")?.value ?? "";
      await browser.submit({}, "на другом устройстве");
      return { path: "user/sessions/end", token, body: { session_id } };
    },
  },
  {
    call: "POST user/sessions/end/all",
    title: "a system manager logs out everywhere",
    async run({ logInAgain }) {
      const { browser, token } = await logInAgain(phones.systemManager);
      await browser.open("/dashboard/profile/security");
      await browser.submit({}, "Выйти на всех устройствах");
      return { path: "user/sessions/end/all", token, body: {} };
    },
  },
  {
    call: "POST user/password",
    title: "a manager changes the password",
    async run({ logInAgain }) {
      const { browser, token } = await logInAgain(phones.otherManager);
      await browser.open("/dashboard/profile/security");
      const body = { current_password: "club-demo-1", new_password: "вал-и-шестерня" };
      await browser.submit(body);
      return { path: "user/password", token, body };
    },
  },
  {
    call: "POST restore/password/send/link",
    title: "a guest asks for a new password",
    async run({ guest }) {
      const browser = guest();
      await browser.open("/recovery");
      await browser.submit({ login: " gavrilova@example.com" });
      return { path: "restore/password/send/link", body: { login: "gavrilova@example.com" } };
    },
  },
  {
    call: "POST restore/password",
    title: "a guest sets a new password by the mailed link",
    async run({ club, guest }) {
      const browser = guest();
      await browser.open("/recovery");
      await browser.submit({ login: "morozov@example.com" });
      const { text } = await club.lastMessage("morozov@example.com", "Новый пароль для входа");
      const link = new URL(/http\S+check_word=\S+/.exec(text)?.[0] ?? "");
      const { location } = await browser.open(`/${link.search}`);
      await browser.open(location ?? "");
      await browser.submit({ new_password: "новый-пароль", new_password_confirm: "новый-пароль" });
      const check_word = link.searchParams.get("check_word");
      const body = { check_word, email: "morozov@example.com", new_password: "новый-пароль" };
      return { path: "restore/password", body };
    },
  },
  {
    call: "GET user/profile",
    title: "a member logs in and opens a page",
    async run({ logInAgain }) {
      const { browser, token } = await logInAgain(phones.member);
      await browser.open("/dashboard/points");
      return [
        { path: "user/profile", token },
        { path: "user/profile", token },
      ];
    },
  },
  {
    call: "POST user/accept/agreement",
    title: "a new member accepts the rules",
    async run({ logIn }) {
      const { browser, token } = await logIn(phones.newMember);
      await browser.open("/agreement");
      await browser.submit({ agreement: true });
      return { path: "user/accept/agreement", token, body: {} };
    },
  },
  {
    call: "POST user/banner",
    title: "a member closes the banner",
    async run({ logIn }) {
      const { browser, token } = await logIn(phones.member);
      await browser.open("/dashboard/points");
      await browser.submit({}, "Понятно");
      return { path: "user/banner", token, body: {} };
    },
  },
  {
    call: "GET user/curator/check/documents",
    title: "a member opens the documents",
    async run({ logIn }) {
      const { browser, token } = await logIn(phones.member);
      await browser.open("/dashboard/documents");
      return { path: "user/curator/check/documents", token };
    },
  },
  {
    call: "GET mailings/unsubscribe",
    title: "a guest presses the button behind the link of a mail",
    async run({ club, guest }) {
      const person = await club.db
        .selectFrom("users")
        .select(["id", "unsubscribe_secret"])
        .where("phone", "=", phones.tadam)
        .executeTakeFirstOrThrow();
      const query = { id: String(person.id), hash: person.unsubscribe_secret };
      const browser = guest();
      const { location } = await browser.open(`/?${new URLSearchParams(query)}`);
      await browser.open(location ?? "");
      await browser.submit({}, "Отписаться");
      return { path: "mailings/unsubscribe", query };
    },
  },
  {
    call: "GET user/profile/export/members",
    title: "a manager downloads the members",
    async run({ logIn }) {
      const { browser, token } = await logIn(phones.manager);
      await browser.follow("/dashboard/profile", "Выгрузить список");
      return { path: "user/profile/export/members", token };
    },
  },
  {
    call: "GET user/profile/export/managers",
    title: "a curator downloads the managers",
    async run({ logIn }) {
      const { browser, token } = await logIn(phones.curator);
      await browser.follow("/dashboard/profile", "Выгрузить список");
      return { path: "user/profile/export/managers", token };
    },
  },
  {
    call: "POST user/profile/add/company",
    title: "a member adds a company",
    async run({ logIn }) {
      const { browser, token } = await logIn(phones.member);
      const { document } = await browser.open("/dashboard/profile/companies/new");
      const company = {
        company_inn: newcomers[13]?.inn ?? "",
        company_actual_name_organization: "Вторая точка",
        company_actual_address_organization: "г. Тверь, ул. Лесная, д. 6",
        company_segment_id: firstChoice(document, "company_segment_id"),
      };
      await browser.submit(company);
      return {
        path: "user/profile/add/company",
        token,
        body: { ...company, company_segment_id: Number(company.company_segment_id) },
      };
    },
  },
  {
    call: "POST user/profile/add/relation",
    title: "a member without a distributor chooses one",
    async run({ club, logIn }) {
      await club.db.updateTable("users").set({ curator_id: null }).where("phone", "=", phones.newMember).execute();
      const { browser, token } = await logIn(phones.newMember);
      const { document } = await browser.open("/curator");
      const curator = firstChoice(document, "curator");
      await browser.submit({ curator });
      return { path: "user/profile/add/relation", token, body: { related_to_user_id: [Number(curator)] } };
    },
  },
  {
    call: "POST user/profile/add/documents",
    title: "a member submits documents with two scans",
    async run({ logIn }) {
      const { browser, token } = await logIn(phones.member);
      await browser.open("/dashboard/documents");
      const answers = {
        last_name: "Ильин",
        first_name: "Пётр",
        sur_name: "Олегович",
        passport_series: "4510",
        passport_number: "123456",
        passport_issued_by: "ОВД района",
        registration_address: "Тверь, Лесная, 4",
        inn: "500100732259",
      };
      const scan = (name: string) => new File([`%PDF-1.7 ${name}`], name, { type: "application/pdf" });
      await browser.submit({
        ...answers,
        birth_date: "28.02.1985",
        passport_issue_date: "05.03.2010",
        passport_code: "770001",
        passport_main: scan("паспорт.pdf"),
        passport_registration: scan("прописка.pdf"),
      });
      const sentScan = (fileName: string) => ({ fileName, type: "application/pdf", content: `%PDF-1.7 ${fileName}` });
      const body = {
        ...answers,
        birth_date: "1985-02-28",
        passport_issue_date: "2010-03-05",
        passport_code: "770-001",
        passport_main: sentScan("паспорт.pdf"),
        passport_registration: sentScan("прописка.pdf"),
      };
      return { path: "user/profile/add/documents", token, body };
    },
  },
];
