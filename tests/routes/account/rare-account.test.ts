import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { dialogOf, openReplayedPortal, type ReplayedPortal, textOf, toldAfter } from "../../setup/replayed-portal";

// Logging in, registering and the dialogs of a participant in states that the demo's club seldom or never has.

let portal: ReplayedPortal;

beforeAll(async () => {
  portal = await openReplayedPortal();
});
afterAll(() => portal?.close());
afterEach(() => portal?.answerAsRecorded());

test("§4.11 of the rules to accept a short numbered line is a heading, and a numbered sentence is none", async () => {
  const text = "1. Общие положения\n2. Баллы начисляются за продажи.\nПросто текст";
  const rules = { items: [{ code: "retail-rules", title: "Правила", text, link: "" }] };
  portal.answer({ "GET content/rules": rules });
  portal.changePerson({ is_agreement_accepted: false });
  const page = await portal.openAfterChange("member", "/agreement");
  const headings = [...page.querySelectorAll("main h3")].map(({ textContent }) => textContent);
  expect(headings).toEqual(["1. Общие положения"]);
});

test("§4.12 a link for a new password is asked for by e-mail, and by phone where there is no e-mail", async () => {
  const loginFor = async (change: object) => {
    portal.changePerson(change);
    const member = await portal.visit("member");
    await member.open("/dashboard/profile/security");
    await member.submit({}, "ссылку");
    return JSON.parse(portal.upstream.listBodies("POST restore/password/send/link").at(-1) ?? "{}").login;
  };
  expect([await loginFor({ email: "m@example.com" }), await loginFor({ email: "" })]).toEqual([
    "m@example.com",
    "79000000003",
  ]);
});

test("§4.10 the mailbox of a registration is told to its own phone, and not after a code for another phone", async () => {
  const phone = "79001112233";
  const toldAfterCode = async (start?: string) => {
    const guest = await portal.visit("guest");
    await guest.open("/register/manager");
    const person = {
      last_name: "Иванов",
      first_name: "Иван",
      sur_name: "Иванович",
      phone,
      email: "ivanov@example.com",
    };
    await guest.submit({ ...person, curator: "1", policy: true, dataAgreement: true }, "Зарегистрироваться");
    if (start) await guest.post("/activation", new URLSearchParams({ intent: "start", phone: start }));
    await guest.open("/activation");
    return toldAfter(guest, await guest.submit({ code: "1234" }));
  };
  expect(await toldAfterCode()).toContain("отправили на i•••@example.com,");
  expect(await toldAfterCode("79004445566")).toContain("отправили на ваш e-mail,");
});

test("§3.2 a distributor whose everyday name isn't told is offered by its legal one", async () => {
  const named = { curator_id: 1, actual_name_organization: "", legal_name_organization: "ООО «Ось»" };
  portal.answer({ "GET user/curator/companies/find/full_list": [named] });
  portal.changePerson({ curator: null });
  const { document } = await (await portal.visit("member")).open("/curator");
  expect(document.querySelector("select[name=curator] option[value='1']")?.textContent).toBe("ООО «Ось»");
});

test("§2.4.5 an entry by a link whose token can't be used says so in words of its own", async () => {
  const guest = await portal.visit("guest");
  portal.answer({
    "POST login/redirect": { access_token: "ключ", user_id: 7, promo_group: { system_name: "member" } },
  });
  await guest.open("/?token=abc");
  await guest.open("/entry");
  const page = await guest.submit({}, "Войти в клуб");
  expect([page.status, page.location]).toEqual([403, null]);
  expect(textOf(page)).toContain("клуб прислал ключ входа, который сайт не может использовать");
});

test("§4.4 §4.11 the page of the rules needs no dialog for them, with or without a slash at the end of its address", async () => {
  portal.changePerson({ is_agreement_accepted: false });
  const member = await portal.visit("member");
  for (const path of ["/agreement", "/agreement/"])
    expect([path, dialogOf(await member.open(path))]).toEqual([path, ""]);
  expect(dialogOf(await member.open("/dashboard/points"))).toContain("Примите правила программы");
});

test("§4.4 §4.11 a banner waits while the curator is shown, and leads back to the page with its query", async () => {
  portal.changePerson({ is_banner_shown: false, banner: { title: "Склад переехал", text: "", link: "" } });
  const member = await portal.visit("member");
  for (const path of ["/curator", "/curator/"]) expect([path, dialogOf(await member.open(path))]).toEqual([path, ""]);
  const page = await member.open("/promo/?page=2");
  expect(dialogOf(page)).toContain("Склад переехал");
  expect(page.document.querySelector<HTMLInputElement>(".state-dialog input[name=to]")?.value).toBe("/promo/?page=2");
});

test("§4.2 a session that has no id can't be ended, and has no button that would end another", async () => {
  const session = { user_agent: "", network: "", last_used_at: "", is_current: false };
  portal.answer({
    "GET user/sessions": [
      { ...session, id: "s-1" },
      { ...session, id: undefined },
    ],
  });
  const { document } = await (await portal.visit("member")).open("/dashboard/profile/security");
  const ids = [...document.querySelectorAll<HTMLInputElement>("input[name=session_id]")].map(({ value }) => value);
  expect(ids).toEqual(["s-1"]);
});

test("§4.1 a login whose token the profile refuses at once says so at the form, and logs nobody in", async () => {
  const gone = { success: false, errors: [{ error_lang_alias: ["cts.auth.session_gone"] }] };
  portal.upstream.answer((call) => (call === "GET user/profile" ? { status: 401, json: gone } : undefined));
  const guest = await portal.visit("guest");
  await guest.open("/login");
  const page = await guest.submit({ login: "79001112233", password: "club-demo-1" });
  expect([page.status, page.location]).toEqual([403, null]);
  expect(textOf(page)).toContain("Войти не получилось: профиль недоступен.");
  expect((await guest.open("/dashboard/points")).location).toBe("/");
});
