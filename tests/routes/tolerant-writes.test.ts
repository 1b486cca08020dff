import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Json, recordedReplies } from "../contract/recorded-replies";
import { allCalls, extensions } from "../contract/section-7";
import { applyVariations, emptyResults, oddResults, varyReply } from "../contract/vary-reply";
import { openTestPortal, type TestPortal } from "../setup/portal";
import { openBrowser, type Page, type PortalBrowser } from "../setup/portal-browser";
import { openReplayedUpstream, type ReplayedUpstream, type VaryReply } from "../setup/replayed-upstream";
import { contacts, documents, list, person } from "./form-samples/values";

let upstream: ReplayedUpstream;
let portal: TestPortal;
/** The portal that makes the calls beyond the specification. */
let extendedPortal: TestPortal;

beforeAll(async () => {
  process.env.ORDER_PAUSE_MS = "0";
  upstream = await openReplayedUpstream();
  portal = await openTestPortal(upstream);
  extendedPortal = await openTestPortal(upstream, { extensions: true });
});
afterEach(() => upstream.vary(undefined));
afterAll(async () => {
  await portal?.close();
  await extendedPortal?.close();
  await upstream?.close();
});

/** What somebody does to make a call, and where a success leads. */
interface Write {
  readonly call: string;
  readonly who: string;
  /** The state in which it can be done, where the recorded replies have another. */
  readonly given?: VaryReply;
  /** Does it up to the form whose success is meant, and submits that. */
  run(browser: PortalBrowser): Promise<Page>;
  readonly leadsTo: string;
  /** A part of the notice on that page. */
  readonly notice: string;
}

const consents = { policy: true, dataAgreement: true };

async function registerManager(browser: PortalBrowser) {
  await browser.open("/register/manager");
  return browser.submit({ ...contacts, ...consents, curator: "1" }, "Зарегистрироваться");
}

async function submitAt(browser: PortalBrowser, path: string, ...form: Parameters<PortalBrowser["submit"]>) {
  await browser.open(path);
  return browser.submit(...form);
}

const SECURITY = "/dashboard/profile/security";

const writes: readonly Write[] = [
  {
    call: "POST register",
    who: "guest",
    run: registerManager,
    leadsTo: "/activation",
    notice: "",
  },
  {
    call: "POST confirm/phone",
    who: "guest",
    async run(browser) {
      const { location } = await registerManager(browser);
      return submitAt(browser, location ?? "", { code: "1234" });
    },
    leadsTo: "/login",
    notice: "пароль",
  },
  {
    call: "POST content/feedback",
    who: "guest",
    run: (browser) =>
      submitAt(browser, "/feedback", { name: "Анна", email: "a@example.ru", message: "Вопрос", policy: true }),
    leadsTo: "/",
    notice: "Сообщение отправлено",
  },
  {
    call: "POST restore/password/send/link",
    who: "guest",
    run: (browser) => submitAt(browser, "/recovery", { login: "a@example.ru" }),
    leadsTo: "/login",
    notice: "почт",
  },
  {
    call: "POST restore/password",
    who: "guest",
    async run(browser) {
      const { location } = await browser.open("/?check_word=secret&email=a@example.ru");
      const password = "новый-пароль";
      return submitAt(browser, location ?? "", { new_password: password, new_password_confirm: password });
    },
    leadsTo: "/login?mode=email",
    notice: "Пароль",
  },
  {
    call: "GET mailings/unsubscribe",
    who: "guest",
    async run(browser) {
      const { location } = await browser.open("/?id=7&hash=secret");
      return submitAt(browser, location ?? "", {}, "Отписаться");
    },
    leadsTo: "/",
    notice: "Вы успешно отписались от рассылки.",
  },
  {
    call: "POST user/accept/agreement",
    who: "member",
    given: asNewMember,
    run: (browser) => submitAt(browser, "/agreement", { agreement: true }),
    leadsTo: "/curator",
    notice: "Правила приняты",
  },
  {
    call: "POST user/banner",
    who: "manager",
    run: (browser) => submitAt(browser, "/dashboard/points", {}, "Понятно"),
    leadsTo: "/dashboard/points",
    notice: "",
  },
  {
    call: "POST user/logout/device",
    who: "member",
    run: (browser) => submitAt(browser, "/logout", {}, "Выйти"),
    leadsTo: "/",
    notice: "",
  },
  {
    call: "POST user/profile/add/company",
    who: "member",
    run: (browser) =>
      submitAt(browser, "/dashboard/profile/companies/new", {
        company_inn: "5000200016",
        company_actual_name_organization: "Вторая точка",
        company_actual_address_organization: "г. Тверь",
        company_segment_id: "1",
      }),
    leadsTo: "/dashboard/profile/companies",
    notice: "добавлена",
  },
  {
    call: "POST user/profile/add/relation",
    who: "member",
    given: asNewMember,
    run: (browser) => submitAt(browser, "/curator", { curator: "1" }),
    leadsTo: "/dashboard/profile/",
    notice: "Дистрибьютор выбран",
  },
  {
    call: "POST user/profile/add/documents",
    who: "member",
    run: (browser) => submitAt(browser, "/dashboard/documents", documents),
    leadsTo: "/dashboard/documents",
    notice: "Документы",
  },
  {
    call: "POST prize/exchange",
    who: "member",
    async run(browser) {
      await submitAt(browser, "/dashboard/gifts/giftery", { prize_id: "9" }, "Добавить");
      return submitAt(browser, "/dashboard/gifts/cart", {}, "Заказать");
    },
    leadsTo: "/dashboard/gifts",
    notice: "Заказ",
  },
  {
    call: "DELETE prize/counter",
    who: "member",
    run: (browser) => submitAt(browser, "/dashboard/gifts/", {}, "Отметить просмотренными"),
    leadsTo: "/dashboard/gifts/",
    notice: "",
  },
  {
    call: "POST invites",
    who: "manager",
    run: (browser) =>
      submitAt(browser, "/dashboard/invite/new", {
        ...person,
        email: "new@example.ru",
        target_promo_group_system_name: "member",
      }),
    leadsTo: "/dashboard/invite/",
    notice: "Приглашение",
  },
  {
    call: "POST invites/user/current/resend",
    who: "manager",
    run: (browser) => submitAt(browser, "/dashboard/invite", {}, "Отправить ещё раз"),
    leadsTo: "/dashboard/invite/",
    notice: "ещё раз",
  },
  {
    call: "POST invites/user/current/resend/all",
    who: "manager",
    run: (browser) => submitAt(browser, "/dashboard/invite", {}, "Отправить всем"),
    leadsTo: "/dashboard/invite/",
    notice: "Отправляем приглашения ещё раз.",
  },
  {
    call: "POST invites/import",
    who: "manager",
    run: (browser) => submitAt(browser, "/dashboard/invite/import", { file: list() }),
    leadsTo: "/dashboard/invite/",
    notice: "Список",
  },
  {
    call: "POST deals/report/import",
    who: "curator",
    run: (browser) => submitAt(browser, "/dashboard/report", { file: list() }),
    leadsTo: "/dashboard/report/",
    notice: "Отчёт загружен",
  },
  {
    call: "POST user/actions/participants/join",
    who: "member",
    given: withRunningPromotion,
    run: (browser) => submitAt(browser, "/promo/6/", {}, "Участвовать"),
    leadsTo: "/promo/6/",
    notice: "Вы участвуете в акции.",
  },
  {
    call: "POST user/sessions/end",
    who: "member",
    run: (browser) => submitAt(browser, SECURITY, {}, "на другом устройстве"),
    leadsTo: SECURITY,
    notice: "На том устройстве вход завершён.",
  },
  {
    call: "POST user/sessions/end/all",
    who: "member",
    run: (browser) => submitAt(browser, SECURITY, {}, "Выйти на всех устройствах"),
    leadsTo: "/",
    notice: "Вы вышли на всех устройствах.",
  },
  {
    call: "POST user/password",
    who: "member",
    run: (browser) => submitAt(browser, SECURITY, { current_password: "club-demo-1", new_password: "вал-и-шестерня" }),
    leadsTo: SECURITY,
    notice: "Пароль изменён",
  },
  {
    call: "POST user/actions/promo-codes",
    who: "member",
    run: (browser) => submitAt(browser, "/dashboard/promo-code", { promo_code: "DEMO-100" }),
    leadsTo: "/dashboard/promo-code",
    notice: "Промокод принят.",
  },
];

/** `tests/contract/tolerance.test.ts` reads all of them. */
const contents = [...emptyResults, ...oddResults].filter(([name]) =>
  ["success alone", "an empty object", "[]", "true", "a text", "null alone"].includes(name),
);

/** The profile of a member who hasn't accepted the rules and has no curator yet. */
function asNewMember(call: string, reply: Json): Json | undefined {
  if (call !== "GET user/profile") return undefined;
  const { result } = reply as { result: { [name: string]: Json } };
  return { success: true, result: { ...result, is_agreement_accepted: false, curator: null } };
}

/** A promotion without dates runs today. */
function withRunningPromotion(call: string, reply: Json): Json | undefined {
  const dates = varyReply(reply).filter(({ field, change }) => /items\.\*\.date_/.test(field) && change === "null");
  return call.includes("actions/list/filter") ? applyVariations(reply, dates) : undefined;
}

async function openFor(who: string, call: string): Promise<PortalBrowser> {
  const its = extensions.some((extension) => extension === call) ? extendedPortal : portal;
  return openBrowser(its, who === "guest" ? "" : await its.logIn(who));
}

test.each(writes.map((write) => [write.call, write] as const))(
  "§7.2 §8.9 %s is a success whatever its content is",
  async (_, { call: wanted, who, given, run, leadsTo, notice }) => {
    for (const [name, content] of contents) {
      upstream.takeCalls();
      upstream.vary((call, reply) => (call === wanted ? content : given?.(call, reply)));
      const browser = await openFor(who, wanted);
      const page = await run(browser);
      expect([name, upstream.takeCalls()]).toEqual([name, expect.arrayContaining([wanted])]);
      expect([name, page.location ?? ""]).toEqual([name, leadsTo]);
      const next = leadsTo ? await browser.open(leadsTo) : page;
      expect([name, next.status]).toEqual([name, 200]);
      expect(next.document.body.textContent).toContain(notice);
    }
  },
  60_000,
);

test("§7.1 every write is above, or needs its content", () => {
  const withContent = ["POST login", "POST login/redirect", "POST segment/custom"];
  const reads = ["POST invites/list/user/current", "POST invites/list/user/current/download"];
  const known: readonly string[] = [...writes.map(({ call }) => call), ...withContent, ...reads];
  expect(allCalls.filter((call) => !call.startsWith("GET") && !known.includes(call))).toEqual([]);
});

test("§4.8 §7.2 a segment of one's own is taken from the list where its reply has no id", async () => {
  const segments = recordedReplies["GET segment/list"]?.[0] as { result: Json[] };
  let isAdded = false;
  upstream.vary((call): Json | undefined => {
    isAdded ||= call === "POST segment/custom";
    const added = { id: 77, display_name: "МОТОМАСТЕРСКАЯ " };
    if (call === "GET segment/list" && isAdded) return { success: true, result: [...segments.result, added] };
    return call === "POST segment/custom" ? { success: true } : undefined;
  });
  const browser = openBrowser(portal);
  const page = await submitAt(
    browser,
    "/register/member",
    {
      ...contacts,
      ...consents,
      company_inn: "5000200016",
      company_actual_address_organization: "г. Тверь",
      company_segment_id: "other",
      company_segment_other: "Мотомастерская",
      curator: "1",
      agreementMember: true,
    },
    "Зарегистрироваться",
  );
  expect([page.location, isAdded]).toEqual(["/activation", true]);
});

test("§1.4 §7.2 a task's id as a number, or as the result itself, leads to its progress", async () => {
  const wrapped: Json[] = [{ data: { task_id: 7 } }, [{ task_id: 7 }], { item: { task_id: "7" }, took_ms: 12 }];
  for (const result of [7, "7", { task_id: 7 }, { task_id: "7" }, ...wrapped]) {
    for (const call of ["POST invites/import", "POST invites/user/current/resend/all"]) {
      upstream.vary((made) => (made === call ? { success: true, result } : undefined));
      const write = writes.find((one) => one.call === call);
      const page = await write?.run(await openFor("manager", write.call));
      expect(page?.location).toMatch(/^\/dashboard\/invite\/tasks\/(import|resend)\/7$/);
    }
  }
});
