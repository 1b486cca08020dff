import { afterAll, beforeAll, expect, test } from "vitest";
import { newcomers } from "../../../club/demo/companies";
import { listDistributors } from "../../../contract/companies";
import { alias, DEFAULT_ERROR_MESSAGE } from "../../../contract/values";
import { freshPhone } from "../../club/club-people";
import { openTestClub, type TestClub } from "../../setup/club";
import { firstChoice, phones } from "../../setup/demo";
import { openTestPortal, type TestPortal } from "../../setup/portal";
import { openBrowser } from "../../setup/portal-browser";
import { openRecordingUpstream, type RecordingUpstream } from "../../setup/recording-upstream";

let club: TestClub;
let upstream: RecordingUpstream;
let portal: TestPortal;
/** The reply of the upstream to the next registration; undefined leaves the reply as it is. */
let refusal: unknown;

beforeAll(async () => {
  club = await openTestClub({ seed: true });
  upstream = await openRecordingUpstream(club.origin);
  upstream.changeReplies((path) => (path === "register" ? refusal : undefined));
  portal = await openTestPortal({ ...club, origin: upstream.origin });
});
afterAll(async () => {
  await portal?.close();
  await upstream?.close();
  await club?.close();
});

const person = { last_name: "Орлова", first_name: "Инна", sur_name: "Павловна" };

async function registerManager() {
  const [distributor] = await club.ask(listDistributors, {});
  const phone = freshPhone();
  const response = await portal.ask("/register/manager", {
    method: "POST",
    body: new URLSearchParams({
      ...person,
      phone,
      email: `m${phone}@example.com`,
      curator: distributor?.curator_id ?? "",
      policy: "on",
      dataAgreement: "on",
      intent: "register",
    }),
  });
  const html = (await response.text()).replace(/<script[\s\S]*?<\/script>/g, "");
  return { status: response.status, location: response.headers.get("Location"), html };
}

const refuse = (name: string, message: string, field?: string) => ({
  success: false,
  errors: [
    {
      error_lang_alias: [name],
      error_display_message: message,
      error_system_message: field ? { field_key: field } : {},
    },
  ],
});

test("§5.15 §8.3 a phone that the upstream refuses shows the specified message at its field", async () => {
  refusal = refuse(alias.validation, "validation.phone.size", "phone");
  const { status, html } = await registerManager();
  expect(status).toBeGreaterThanOrEqual(400);
  expect(html).toContain("Телефон должен состоять из 11 цифр.");
  expect(html).toMatch(/<input[^>]*name="phone"[^>]*aria-invalid="true"/);
  expect(html).not.toContain("validation.phone.size");
});

test("§5.15 §4.8 any other refusal is shown above the form with the upstream's message, and the page stays", async () => {
  refusal = refuse("cts.user_service.something_new", "Регистрация закрыта до понедельника.");
  const { status, location, html } = await registerManager();
  expect([status >= 400, location]).toEqual([true, null]);
  expect(html).toContain("Регистрация закрыта до понедельника.");
  expect(html).toContain('value="Орлова"');
});

/** Registers a shop that names its manager. The refusal comes from `register`, after every look-up has succeeded. */
async function registerShop() {
  const before = upstream.requests.length;
  const browser = openBrowser(portal);
  const { document } = await browser.open("/register/member");
  const phone = freshPhone();
  const page = await browser.submit(
    {
      ...person,
      phone,
      email: `s${phone}@example.com`,
      company_inn: newcomers[0]?.inn ?? "",
      company_actual_address_organization: "г. Тверь, ул. Лесная, д. 4",
      company_segment_id: firstChoice(document, "company_segment_id"),
      curator: firstChoice(document, "curator"),
      manager_contact: phones.manager,
      policy: true,
      dataAgreement: true,
    },
    "Зарегистрироваться",
  );
  expect(upstream.requests.slice(before).map(({ path }) => path)).toContain("/api/register");
  return {
    words: page.document.querySelector("main")?.textContent ?? "",
    summary: page.document.querySelector("[role=alert]")?.textContent ?? "",
    /** What is said at an invalid field; null when it isn't marked as invalid. */
    wordsAt(name: string): string | null {
      const field = page.document.querySelector(`[name=${name}]`);
      if (field?.getAttribute("aria-invalid") !== "true") return null;
      const ids = field.getAttribute("aria-describedby")?.split(" ") ?? [];
      return ids.map((id) => page.document.getElementById(id)?.textContent ?? "").join(" ");
    },
  };
}

test("§5.15 §8.4 a manager who left between the look-up and the registration: the form says to register without one", async () => {
  refusal = refuse(alias.managerDisabled, "user disabled", "related_to_user_id");
  const { words, wordsAt } = await registerShop();
  expect(wordsAt("manager_contact")).toContain("Отметьте «Согласен зарегистрироваться без менеджера по продажам»");
  expect(words).not.toContain("user disabled");
});

test("§5.15 §8.2 a known company is known by its alias alone: the form tells to contact support, at the INN", async () => {
  refusal = refuse(alias.companyExists, "collision_inn");
  const { words, wordsAt } = await registerShop();
  expect(wordsAt("company_inn")).toContain("Обратитесь в техническую поддержку.");
  expect(words).not.toContain("collision_inn");
});

test("§8.1 §8.10 messages of fields stand at them, and those of no field above the form beside them", async () => {
  const entry = (message: string, field?: string) => refuse("cts.other", message, field).errors;
  const errors = [
    ...entry("Почта занята.", "email"),
    ...entry("Склад закрыт."),
    ...entry("Приходите завтра."),
    ...entry("Нет такого поля.", "unknown_field"),
  ];
  refusal = { success: false, errors };
  const { summary, wordsAt } = await registerShop();
  expect(wordsAt("email")).toContain("Почта занята.");
  expect(wordsAt("phone")).toBeNull();
  for (const message of ["Склад закрыт.", "Приходите завтра.", "Нет такого поля."]) expect(summary).toContain(message);
  expect(summary).toContain("Склад закрыт.\nПриходите завтра.");
});

test("§8.7 a refusal without a message shows the default one", async () => {
  refusal = { success: false, errors: [] };
  expect((await registerManager()).html).toContain(DEFAULT_ERROR_MESSAGE);
});
