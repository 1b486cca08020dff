import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describeConflict } from "../../../app/features/registration/distributor-conflict";
import { setUpstreamUrl } from "../../../app/lib/configuration.server";
import { action as activate, loader as loadActivation } from "../../../app/routes/activation";
import { action as acceptAgreement, loader as loadAgreement } from "../../../app/routes/agreement";
import { action as closeBanner } from "../../../app/routes/banner";
import { loader as loadCurator } from "../../../app/routes/curator";
import { action as enter } from "../../../app/routes/entry";
import { loader as loadLogin, action as logIn } from "../../../app/routes/login";
import { action as logOut } from "../../../app/routes/logout";
import { action as askLink } from "../../../app/routes/recovery._index";
import { loader as loadPassword, action as setPassword } from "../../../app/routes/recovery.password";
import { loader as loadManager, action as registerManager } from "../../../app/routes/register.manager";
import { loader as loadMember, action as registerMember } from "../../../app/routes/register.member";
import { action as unsubscribe } from "../../../app/routes/unsubscribe";
import { loader as openFromMail, action as pressInMail } from "../../../app/routes/unsubscribe_.mail";
import { redirectByQuery, setFlowState } from "../../../app/session/flow-state.server";
import { readNotice } from "../../../app/session/notice.server";
import { newcomers } from "../../../club/demo/companies";
import { issueRedirectToken } from "../../../club/people/accounts/redirect-token";
import { listDistributors } from "../../../contract/companies";
import { createInvite } from "../../../contract/invites";
import { addPerson, PASSWORD } from "../../club/club-people";
import { openTestClub, type TestClub } from "../../setup/club";
import { keepConnections } from "../../setup/kept-connections";
import { readMailedPassword } from "../../setup/outbox";
import { createVisitor, type Visitor } from "./visitor";

let club: TestClub;
let serial = 0;

beforeAll(async () => {
  process.env.SESSION_SECRETS = "tests-tests-tests-tests-tests-tests-tests";
  club = await openTestClub({ seed: true });
  setUpstreamUrl(club.origin);
});
afterAll(() => club.close());

const manager = { login: "79000000002", password: "club-demo-1" };

function newPerson() {
  serial += 1;
  return {
    last_name: "Петров",
    first_name: "Пётр",
    sur_name: "Петрович",
    phone: `7912000${String(1000 + serial)}`,
    email: `person${serial}@example.ru`,
    policy: "on",
    dataAgreement: "on",
    intent: "register",
  };
}

async function newShop(): Promise<Record<string, string>> {
  const { data } = await createVisitor().get(loadMember, "/register/member");
  const person = newPerson();
  return {
    ...person,
    company_inn: newcomers[serial]?.inn ?? "",
    company_actual_name_organization: "",
    company_actual_address_organization: "г. Москва, ул. Мира, д. 1",
    company_segment_id: data.segments[0].value,
    company_segment_other: "",
    curator: data.distributors[0].value,
    manager_contact_mode: "phone",
    manager_contact: "+7 (900) 000-00-02",
    employee_position: "",
    promo_code: "",
  };
}

async function noticeOf(visitor: Visitor) {
  const headers = { Cookie: [...visitor.jar].map(([name, value]) => `${name}=${value}`).join("; ") };
  return (await readNotice(new Request("http://club.test/", { headers })))?.notice;
}

/** An upstream with prepared replies. */
async function withUpstream(
  answer: (path: string, token?: string) => { status: number; body: unknown },
  work: () => Promise<void>,
) {
  const server: Server = keepConnections(
    createServer((request, response) => {
      const { status, body } = answer(request.url ?? "", String(request.headers["access-token"] ?? ""));
      response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
    }),
  );
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  setUpstreamUrl(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  try {
    await work();
  } finally {
    setUpstreamUrl(club.origin);
    server.closeAllConnections();
    server.close();
  }
}

describe("login", () => {
  test("§8.10 a refused login is shown above the form, which keeps the login and never the password", async () => {
    const answer = await createVisitor().post(logIn, "/login", { login: "8 (900) 000-00-02", password: "wrong" });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(Object.keys(answer.data.error)).toEqual([""]);
    expect(answer.data.initialValue).toEqual({ login: "8 (900) 000-00-02" });
  });

  test("§2.3.6 §5.1 phone or e-mail and a trimmed password lead to the profile; a logged-in participant is redirected there", async () => {
    for (const [path, login] of [
      ["/login", "8 900 000-00-02"],
      ["/login?mode=email", "manager@example.com"],
    ] as const) {
      const visitor = createVisitor();
      const answer = await visitor.post(logIn, path, { login, password: "  club-demo-1 " });
      expect(answer).toMatchObject({ status: 303, location: "/dashboard/profile/" });
      expect(answer.cookies.join()).toMatch(/HttpOnly/);
      expect(await visitor.get(loadLogin, "/login")).toMatchObject({ location: "/dashboard/profile/" });
    }
  });

  test("§4.1 a refused profile logs nobody in; an outage keeps the session and shows the static page", async () => {
    const result = { access_token: "t", user_id: 1, promo_group: { system_name: "member" } };
    const upstream = (status: number) => (path: string) =>
      path.endsWith("/login")
        ? { status: 200, body: { success: true, result } }
        : { status, body: { success: false, errors: [] } };
    const asked: { path: string; token: string | undefined }[] = [];
    const refusing = (path: string, token?: string) => {
      asked.push({ path, token });
      return upstream(403)(path);
    };
    await withUpstream(refusing, async () => {
      const visitor = createVisitor();
      expect((await visitor.post(logIn, "/login", manager)).status).toBe(403);
      expect(visitor.jar.has("session")).toBe(false);
    });
    // The token that nobody uses is given back.
    expect(asked.at(-1)).toEqual({ path: "/api/user/logout/device", token: "t" });
    await withUpstream(upstream(503), async () => {
      const visitor = createVisitor();
      expect(await visitor.post(logIn, "/login", manager)).toMatchObject({ status: 303, location: "/500.html" });
      expect(visitor.jar.has("session")).toBe(true);
    });
  });

  test("§2.5.1 §4.2 logging out leads to the home page and deletes session, cart and notice, also in an outage", async () => {
    const visitor = createVisitor();
    await visitor.post(logIn, "/login", manager);
    await withUpstream(
      () => ({ status: 503, body: {} }),
      async () => {
        const answer = await visitor.post(logOut, "/logout", {});
        expect(answer).toMatchObject({ status: 303, location: "/" });
        expect(answer.cookies.map((cookie) => cookie.split("=")[0])).toEqual([
          "session",
          "session-2",
          "session_ended",
          "cart",
          "notice",
        ]);
      },
    );
    expect(visitor.jar.size).toBe(0);
  });
});

describe("registration", () => {
  test("§5.3 §5.4 an empty form of a member shows everything that is missing at once", async () => {
    const answer = await createVisitor().post(registerMember, "/register/member", { intent: "register", phone: "  " });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.data.error).sort()).toEqual(
      [
        "company_inn",
        "company_actual_address_organization",
        "company_segment_id",
        "last_name",
        "first_name",
        "sur_name",
        "phone",
        "email",
        "curator",
        "manager_contact",
        "policy",
        "dataAgreement",
      ].sort(),
    );
  });

  test("§3.4 §4.16 the look-up by tax number fills the legal fields, the box copies the address and removes it again", async () => {
    const visitor = createVisitor();
    const [company] = newcomers;
    const found = await visitor.post(registerMember, "/register/member", {
      intent: "find-company",
      company_inn: company?.inn ?? "",
      last_name: "Петров",
      same_as_legal_address: "on",
    });
    expect(found.data.lookup).toMatchObject({ legalName: company?.name, legalAddress: company?.address });
    expect(found.data.initialValue).toMatchObject({
      last_name: "Петров",
      company_actual_address_organization: company?.address,
    });
    const cleared = await visitor.post(registerMember, "/register/member", {
      intent: "suggest-address",
      company_inn: company?.inn ?? "",
      checked_inn: company?.inn ?? "",
      legalAddress: company?.address ?? "",
      same_address_was: "on",
      company_actual_address_organization: company?.address ?? "",
    });
    expect(cleared.data.initialValue.company_actual_address_organization).toBeUndefined();
    expect(cleared.data.lookup.legalAddress).toBe(company?.address);
  });

  test("§5.6 wrong check digits are a warning, and never block a company that the upstream knows", async () => {
    const inn = "7700999999";
    const find = { intent: "find-company", company_inn: inn };
    const unknown = await createVisitor().post(registerMember, "/register/member", find);
    expect(unknown.data.lookup).toMatchObject({ legalName: "", companyError: expect.stringContaining("контрольные") });
    await club.db.insertInto("legal_entities").values({ inn, name: "ООО «Странное»", address: "г. Тверь" }).execute();
    const known = await createVisitor().post(registerMember, "/register/member", find);
    expect(known.data.lookup).toMatchObject({
      legalName: "ООО «Странное»",
      companyNote: expect.stringContaining("контрольные"),
      companyError: "",
    });
    const form = { ...(await newShop()), company_inn: inn };
    expect(await createVisitor().post(registerMember, "/register/member", form)).toMatchObject({ status: 303 });
  });

  test("§3.2 a chosen distributor gives way to the manager's only after the form has said so", async () => {
    const visitor = createVisitor();
    const { data } = await visitor.get(loadMember, "/register/member");
    const shop = await newShop();
    const check = { ...shop, intent: "check-manager" };
    const { managerCompany } = (await visitor.post(registerMember, "/register/member", check)).data.lookup;
    const isOwn = ({ label }: { label: string }) => label.startsWith(managerCompany);
    const [own, other] = [
      data.distributors.find(isOwn),
      data.distributors.find((one: { label: string }) => !isOwn(one)),
    ];
    const form = { ...shop, curator: other.value };
    const told = await visitor.post(registerMember, "/register/member", form);
    expect(told.status).toBe(422);
    expect(told.data.error[""].join()).toContain(`Вы будете зарегистрированы у «${managerCompany}»`);
    expect(told.data.lookup).toMatchObject({ managerCompany });
    const conflict = describeConflict(data.distributors, other.value, managerCompany);
    const confirmed = await visitor.post(registerMember, "/register/member", { ...form, told_conflict: conflict });
    expect(confirmed.status).toBe(303);
    const agreed = { ...(await newShop()), curator: own.value };
    expect((await createVisitor().post(registerMember, "/register/member", agreed)).status).toBe(303);
  });

  test("§5.9 §8.10 a found manager is shown with the distributor; a failed look-up clears the chosen one", async () => {
    const visitor = createVisitor();
    const check = (manager_contact: string) =>
      visitor.post(registerMember, "/register/member", {
        intent: "check-manager",
        manager_contact_mode: "phone",
        manager_contact,
        checked_manager: "79000000002",
        manager_found: "Прежний",
      });
    const found = (await check("8 900 000 00 02")).data.lookup;
    expect(found.manager).toMatch(/^\S+ \S+ \S+, .+/);
    const failed = (await check("79990000000")).data.lookup;
    expect(failed).toMatchObject({ manager: "", managerError: expect.stringContaining("не найден") });
  });

  test("§5.5 with too many distributors to list both forms search by name", async () => {
    const { id: curator } = await club.db
      .selectFrom("users")
      .select("id")
      .where("phone", "=", "79000000001")
      .executeTakeFirstOrThrow();
    const many = Array.from({ length: 60 }, (_, index) => ({
      kind: "distributor" as const,
      owner_id: curator,
      inn: `7700${String(100_000 + index)}`,
      actual_name_organization: `Снабжение ${index + 1}`,
      legal_name_organization: `ООО «Снабжение ${index + 1}»`,
      legal_address_organization: "",
      actual_address_organization: "",
    }));
    await club.db.insertInto("companies").values(many).execute();
    try {
      for (const [load, register, path] of [
        [loadMember, registerMember, "/register/member"],
        [loadManager, registerManager, "/register/manager"],
      ] as const) {
        expect((await createVisitor().get(load, path)).data.distributors).toBeNull();
        const search = async (words: string) =>
          (
            await createVisitor().post(register, path, {
              intent: "find-distributor",
              distributor_search: words,
              last_name: "Петров",
            })
          ).data;
        const { lookup, initialValue } = await search("снабжение 7");
        expect(lookup.distributors).toEqual([{ value: String(curator), label: "Снабжение 7 (ООО «Снабжение 7»)" }]);
        expect(initialValue.last_name).toBe("Петров");
        expect((await search("снабжение")).lookup.distributors).toHaveLength(60);
        expect((await search("нет такого")).lookup).toMatchObject({
          distributors: null,
          distributorError: expect.stringContaining("не нашли"),
        });
      }
    } finally {
      await club.db.deleteFrom("companies").where("actual_name_organization", "like", "Снабжение %").execute();
    }
  });

  test("§8.2 §8.4 a known company and a disabled manager get a helpful message", async () => {
    const form = await newShop();
    const taken = await club.db
      .selectFrom("companies")
      .select("inn")
      .where("kind", "=", "distributor")
      .executeTakeFirstOrThrow();
    const known = await createVisitor().post(registerMember, "/register/member", { ...form, company_inn: taken.inn });
    expect(known.status).toBe(409);
    expect(known.data.error.company_inn.join()).toContain("техническую поддержку");

    await club.db.updateTable("users").set({ is_disabled: true }).where("phone", "=", manager.login).execute();
    const left = await createVisitor().post(registerMember, "/register/member", form);
    await club.db.updateTable("users").set({ is_disabled: false }).where("phone", "=", manager.login).execute();
    expect(left.data.error.manager_contact.join()).toContain("без менеджера");
    expect(left.data.lookup.manager).toBe("");
  });

  test("§3.2 the chosen manager is looked up again, so that a forged result has no effect", async () => {
    const form: Record<string, string> = {
      ...(await newShop()),
      manager_found: "Чужой, ООО «Другое»",
      manager: "1",
      related_to_user_id: "1",
    };
    await createVisitor().post(registerMember, "/register/member", form);
    const person = await club.db
      .selectFrom("users")
      .innerJoin("users as managers", "managers.id", "users.manager_id")
      .select("managers.phone")
      .where("users.phone", "=", form.phone ?? "")
      .executeTakeFirstOrThrow();
    expect(person.phone).toBe(manager.login);
  });

  test("§3.2 «Другое» adds the segment that the participant has typed", async () => {
    const form: Record<string, string> = {
      ...(await newShop()),
      company_segment_id: "other",
      company_segment_other: "",
    };
    const nameless = await createVisitor().post(registerMember, "/register/member", form);
    expect(Object.keys(nameless.data.error)).toEqual(["company_segment_other"]);
    const named = { ...form, company_segment_other: "Мотомастерская" };
    expect(await createVisitor().post(registerMember, "/register/member", named)).toMatchObject({ status: 303 });
    const company = await club.db
      .selectFrom("companies")
      .innerJoin("segments", "segments.id", "companies.segment_id")
      .select("display_name")
      .where("inn", "=", form.company_inn ?? "")
      .executeTakeFirstOrThrow();
    expect(company.display_name).toBe("Мотомастерская");
  });

  test("§4.8 §4.9 §4.10 a registration leads to the code, to a wait that the server enforces, and to a notice on the login page", async () => {
    const visitor = createVisitor();
    const { data } = await visitor.get(loadManager, "/register/manager");
    const person = newPerson();
    const form = { ...person, phone: `8 (912) ${person.phone.slice(4)}`, curator: data.distributors[0].value };
    expect(await visitor.post(registerManager, "/register/manager", form)).toMatchObject({
      status: 303,
      location: "/activation",
    });
    expect((await visitor.get(loadActivation, "/activation")).data.wait).toBeGreaterThan(50);
    const early = await visitor.post(activate, "/activation", { intent: "resend" });
    expect(early.data.error[""].join()).toMatch(/через 0[01]:\d\d/);

    const code = /\b\d{4}\b/.exec((await club.lastMessage(person.phone, "код клуба")).text)?.[0] ?? "";
    const wrong = await visitor.post(activate, "/activation", {
      intent: "confirm",
      code: code === "1234" ? "4321" : "1234",
    });
    expect(Object.keys(wrong.data.error)).toEqual(["code"]);
    expect(wrong.data.initialValue).not.toHaveProperty("code");
    const right = await visitor.post(activate, "/activation", { intent: "confirm", code });
    expect(right).toMatchObject({ status: 303, location: "/login" });
    expect(visitor.jar.has("activation")).toBe(false);
    const mailbox = `${person.email[0]}•••@${person.email.split("@")[1]}`;
    expect(await noticeOf(visitor)).toMatchObject({
      kind: "success",
      text: expect.stringMatching(new RegExp(`на ${mailbox},.*Баллы начисляются только`)),
    });

    const password = readMailedPassword((await club.lastMessage(person.email, "Пароль:")).text);
    const login = { login: person.phone, password };
    expect(await createVisitor().post(logIn, "/login", login)).toMatchObject({ location: "/dashboard/profile/" });

    // The phone waits in the form, in this browser only, until it was used; the password may bring its line's end along.
    const readPhone = async (guest: Visitor, path = "/login") => (await guest.get(loadLogin, path)).data.phone;
    const shown = `+7 (912) ${person.phone.slice(4, 7)}-${person.phone.slice(7, 9)}-${person.phone.slice(9)}`;
    expect([await readPhone(visitor), await readPhone(visitor)]).toEqual([shown, shown]);
    expect([await readPhone(visitor, "/login?mode=email"), await readPhone(createVisitor())]).toEqual(["", ""]);
    expect([...visitor.jar.values()].join()).not.toContain(person.phone);
    const pasted = await visitor.post(logIn, "/login", { ...login, password: ` ${password}\r\n` });
    expect(pasted).toMatchObject({ location: "/dashboard/profile/" });
    expect([...visitor.jar.keys()].filter((name) => name.endsWith("confirmed"))).toEqual([]);
  });

  test("§4.10 another browser can't send a second code to the phone either", async () => {
    const form = await newShop();
    await createVisitor().post(registerMember, "/register/member", form);
    const again = await createVisitor().post(activate, "/activation", { intent: "start", phone: form.phone ?? "" });
    expect(again.status).toBe(429);
  });

  test("§4.8 a code that can't be sent doesn't lose the registration", async () => {
    const form = await newShop();
    const visitor = createVisitor();
    let canSend = false;
    const upstream = (path: string) =>
      path.includes("confirm/phone") && !canSend
        ? { status: 503, body: {} }
        : { status: 200, body: { success: true, result: { user_id: 1, id: 2, manager_fio: "И", items: [] } } };
    await withUpstream(upstream, async () => {
      const answer = await visitor.post(registerMember, "/register/member", form);
      expect(answer).toMatchObject({ status: 303, location: "/activation" });
      expect(await noticeOf(visitor)).toMatchObject({ kind: "error", title: expect.stringContaining("не отправлен") });
      expect((await visitor.get(loadActivation, "/activation")).data.wait).toBe(0);
      // The mailbox of the form is still known after another code.
      canSend = true;
      await visitor.post(activate, "/activation", { intent: "resend" });
      await visitor.post(activate, "/activation", { intent: "confirm", code: "1234" });
    });
    const mailbox = `${form.email?.[0]}•••@${form.email?.split("@")[1]}`;
    expect(await noticeOf(visitor)).toMatchObject({ kind: "success", text: expect.stringContaining(`на ${mailbox},`) });
  });
});

describe("query parameters of the home page", () => {
  const follow = async (visitor: Visitor, path: string) => visitor.get(redirectByQuery, path);

  test("§2.4.1 an invitation opens and fills in the form of its role, and determines the distributor", async () => {
    const token = await club.logIn("79000000001");
    const invited = { email: "invited@example.ru", last_name: "Иванов", first_name: "Иван", sur_name: "Иванович" };
    await club.ask(createInvite, { ...invited, target_promo_group_system_name: "manager" }, { token });
    const { id } = await club.db
      .selectFrom("invites")
      .select("id")
      .where("email", "=", invited.email)
      .executeTakeFirstOrThrow();
    const visitor = createVisitor();
    expect(await follow(visitor, `/?invite=${id}`)).toMatchObject({ status: 303, location: "/register/manager" });
    const { data } = await visitor.get(loadManager, "/register/manager");
    expect(data).toMatchObject({ link: { name: "Алексей В.", isFromManager: false }, linkError: "", known: invited });
    expect(await visitor.post(registerManager, "/register/manager", newPerson())).toMatchObject({ status: 303 });
    expect(visitor.jar.has("origin")).toBe(false);
    const invite = await club.db.selectFrom("invites").select("status").where("id", "=", id).executeTakeFirstOrThrow();
    expect(invite.status).toBe("registered");
  });

  test("§2.4.1 an invitation that can't be found leads to the home page", async () => {
    const answer = await follow(createVisitor(), "/?invite=00000000-0000-4000-8000-000000000000");
    expect(answer).toMatchObject({ status: 303, location: "/" });
    expect(answer.cookies.map((cookie) => cookie.split("=")[0])).toEqual(["notice"]);
  });

  test("§2.5.3 §2.4.1 an outage of its look-up, or a limit of requests, loses no invitation", async () => {
    const visitor = createVisitor();
    visitor.jar.set(
      "origin",
      (await setFlowState("origin", { role: "manager", inviteId: "i" })).split(/[=;]/)[1] ?? "",
    );
    const answers = (path: string, status: number) =>
      path.includes("/invites/")
        ? { status, body: { success: false, errors: [] } }
        : { status: 200, body: { success: true, result: { data: {}, items: [] } } };
    for (const status of [503, 429]) {
      await withUpstream(
        (path) => answers(path, status),
        async () => {
          const opened = await visitor.get(loadManager, "/register/manager");
          expect([status, opened.status, opened.location]).toEqual([status, 303, "/500.html"]);
          const sent = await visitor.post(registerManager, "/register/manager", newPerson());
          expect([status, sent.status, sent.location]).toEqual([status, 303, "/500.html"]);
        },
      );
    }
    expect(visitor.jar.has("origin")).toBe(true);
  });

  test("§2.4.2 a referral opens the form of its role; an unknown role opens nothing", async () => {
    const owner = await club.db
      .selectFrom("users")
      .select("referral_code")
      .where("phone", "=", manager.login)
      .executeTakeFirstOrThrow();
    const visitor = createVisitor();
    const path = `/?referral=${owner.referral_code}`;
    expect(await follow(visitor, `${path}&role=member`)).toMatchObject({ location: "/register/member" });
    expect((await visitor.get(loadMember, "/register/member")).data.link).toEqual({
      name: "Ирина З.",
      isFromManager: true,
    });
    expect(await follow(createVisitor(), `${path}&role=curator`)).toMatchObject({ status: 200, location: null });
    // Whoever is in the club already isn't led to a form, nor is anything kept of the link.
    const participant = createVisitor();
    await participant.post(logIn, "/login", manager);
    expect(await follow(participant, `${path}&role=member`)).toMatchObject({ status: 200, location: null });
    expect([...participant.jar.keys()]).toEqual(["session"]);
  });

  test("§2.4.3 §2.4.4 §2.4.5 secrets are moved from the address into a sealed cookie that script can't read", async () => {
    const secret = "s3cr3t-s3cr3t";
    for (const [path, location] of [
      [`/?check_word=${secret}&email=a@example.ru`, "/recovery/password"],
      [`/?id=1&hash=${secret}`, "/unsubscribe"],
      [`/?token=${secret}`, "/entry"],
    ] as const) {
      const answer = await follow(createVisitor(), path);
      expect(answer).toMatchObject({ status: 303, location });
      expect(answer.cookies.join()).toMatch(/HttpOnly/);
      expect(answer.cookies.join()).not.toContain(secret);
    }
  });

  test("§2.4.4 only the button unsubscribes", async () => {
    const person = await club.db
      .selectFrom("users")
      .select(["id", "unsubscribe_secret"])
      .where("phone", "=", "79000000003")
      .executeTakeFirstOrThrow();
    const since = () =>
      club.db.selectFrom("users").select("unsubscribed_at").where("id", "=", person.id).executeTakeFirstOrThrow();
    const visitor = createVisitor();
    await follow(visitor, `/?id=${person.id}&hash=${person.unsubscribe_secret}`);
    expect((await since()).unsubscribed_at).toBeNull();
    expect(await visitor.post(unsubscribe, "/unsubscribe", {})).toMatchObject({ status: 303, location: "/" });
    expect((await since()).unsubscribed_at).not.toBeNull();
    expect(await noticeOf(visitor)).toMatchObject({ text: "Вы успешно отписались от рассылки." });
    expect(visitor.jar.has("unsubscribe")).toBe(false);
  });

  test("§2.4.4 a mail program unsubscribes by one request, and a person who opens its address gets the button", async () => {
    const person = await club.db
      .selectFrom("users")
      .select(["id", "unsubscribe_secret"])
      .where("phone", "=", "79000000004")
      .executeTakeFirstOrThrow();
    const address = `/unsubscribe/mail?id=${person.id}&hash=${person.unsubscribe_secret}`;
    const isSubscribed = async () => {
      const query = club.db.selectFrom("users").select("unsubscribed_at").where("id", "=", person.id);
      return (await query.executeTakeFirstOrThrow()).unsubscribed_at === null;
    };
    const send = async (to: string, init: RequestInit) => {
      const request = new Request(new URL(to, "http://127.0.0.1:3000"), { method: "POST", ...init });
      return (await pressInMail({ request, params: {}, context: {} })).status;
    };
    const press = { body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) };
    const opened = await openFromMail({
      request: new Request(new URL(address, "http://127.0.0.1:3000")),
      params: {},
      context: {},
    });
    expect([opened.status, opened.headers.get("Location")]).toEqual([303, "/unsubscribe"]);
    expect(opened.headers.get("Set-Cookie")).toMatch(/HttpOnly/);
    expect(await send(address, {})).toBe(400);
    expect(await send(address.replace(/hash=./, "hash=?"), press)).toBe(422);
    expect(await isSubscribed()).toBe(true);
    expect(await send(address, press)).toBe(200);
    expect(await isSubscribed()).toBe(false);
  });

  test("§2.4.5 the button logs in only once", async () => {
    const { id } = await club.db
      .selectFrom("users")
      .select("id")
      .where("phone", "=", manager.login)
      .executeTakeFirstOrThrow();
    const token = await issueRedirectToken(club.db, club.club.services, id);
    const visitor = createVisitor();
    await follow(visitor, `/?token=${token}`);
    expect(await visitor.post(enter, "/entry", {})).toMatchObject({ status: 303, location: "/dashboard/profile/" });
    const second = createVisitor();
    await follow(second, `/?token=${token}`);
    expect((await second.post(enter, "/entry", {})).status).toBe(422);
  });

  test("§2.4.5 §4.2 a link of another participant takes the cart of the one who was logged in, and of a guest none", async () => {
    const { id } = await club.db
      .selectFrom("users")
      .select("id")
      .where("phone", "=", manager.login)
      .executeTakeFirstOrThrow();
    const kept = async (isLoggedIn: boolean) => {
      const visitor = createVisitor();
      if (isLoggedIn) await visitor.post(logIn, "/login", { login: "79000000003", password: "club-demo-1" });
      visitor.jar.set("cart", "sealed");
      await follow(visitor, `/?token=${await issueRedirectToken(club.db, club.club.services, id)}`);
      expect(await visitor.post(enter, "/entry", {})).toMatchObject({ location: "/dashboard/profile/" });
      return [...visitor.jar.keys()].sort();
    };
    expect(await kept(true)).toEqual(["session"]);
    expect(await kept(false)).toEqual(["cart", "session"]);
  });

  test("§2.4.5 a double press logs in, whichever reply the browser shows", async () => {
    const { id } = await club.db
      .selectFrom("users")
      .select("id")
      .where("phone", "=", manager.login)
      .executeTakeFirstOrThrow();
    const visitor = createVisitor();
    await follow(visitor, `/?token=${await issueRedirectToken(club.db, club.club.services, id)}`);
    const entry = visitor.jar.get("entry") ?? "";
    const presses = await Promise.all([1, 2].map(() => visitor.post(enter, "/entry", {})));
    // The third was sent before the reply to the first had arrived.
    visitor.jar.set("entry", entry);
    visitor.jar.delete("session");
    for (const press of [...presses, await visitor.post(enter, "/entry", {})]) {
      expect(press).toMatchObject({ status: 303, location: "/dashboard/profile/" });
    }
    expect((await visitor.get(loadCurator, "/curator")).location).not.toBe("/");
  });
});

describe("recovery", () => {
  test("§4.12 §5.10 a request for a link always gets the same reply; the link sets a password of nine characters, typed twice", async () => {
    const person = { login: "manager@example.com", password: "a-new-password" };
    const visitor = createVisitor();
    const known = await visitor.post(askLink, "/recovery", { login: person.login });
    const unknown = await createVisitor().post(askLink, "/recovery", { login: "8 999 999-99-99" });
    expect([known.status, known.location]).toEqual([unknown.status, unknown.location]);
    const text = (await club.lastMessage(person.login, "Новый пароль для входа")).text;
    const query = /\?check_word=\S+/.exec(text)?.[0] ?? "";
    await visitor.get(redirectByQuery, `/${query}`);
    expect((await visitor.get(loadPassword, "/recovery/password")).data).toEqual({ email: person.login });

    const set = (new_password: string, new_password_confirm = new_password) =>
      visitor.post(setPassword, "/recovery/password", { new_password, new_password_confirm });
    expect(Object.keys((await set("12345678")).data.error)).toEqual(["new_password"]);
    const different = await set(person.password, "another-password");
    expect(Object.keys(different.data.error)).toEqual(["new_password_confirm"]);
    expect(JSON.stringify(different.data)).not.toContain(person.password);
    const presses = await Promise.all([1, 2].map(() => set(person.password)));
    for (const press of presses) expect(press).toMatchObject({ status: 303, location: "/login?mode=email" });
    expect(visitor.jar.has("recovery")).toBe(false);
    // Whoever was logged in in this browser, perhaps somebody else, isn't any more.
    visitor.jar.set("session", "sealed");
    expect((await set(person.password)).status).toBe(422);
    expect([...presses.flatMap(({ cookies }) => cookies)].join("\n")).toMatch(/^session=;.*Max-Age=0/m);
    expect(await createVisitor().post(logIn, "/login?mode=email", person)).toMatchObject({ status: 303 });
  });

  test("§8.10 an unknown login is shown at the field", async () => {
    const answer = await createVisitor().post(askLink, "/recovery", { login: "12345" });
    expect(Object.keys(answer.data.error)).toEqual(["login"]);
  });
});

describe("after the login", () => {
  test("§4.11 §5.13 the rules are accepted by a box; a member then sees the curator", async () => {
    const visitor = createVisitor();
    await visitor.post(logIn, "/login", { login: "79000000007", password: "club-demo-1" });
    const page = await visitor.get(loadAgreement, "/agreement");
    expect(page.data).toMatchObject({ link: expect.stringContaining("retail-rules") });
    expect((await visitor.post(acceptAgreement, "/agreement", {})).status).toBe(400);
    const accepted = await visitor.post(acceptAgreement, "/agreement", { agreement: "on" });
    expect(accepted).toMatchObject({ status: 303, location: "/curator" });
    const { curator, distributors } = (await visitor.get(loadCurator, "/curator")).data;
    expect(curator ? curator.company : distributors.length).toBeTruthy();
    const shop = await addPerson(club);
    const alone = createVisitor();
    await alone.post(logIn, "/login", { login: shop.phone, password: PASSWORD });
    const known = await club.ask(listDistributors, {});
    expect(known[0]?.actual_name_organization).not.toBe(known[0]?.legal_name_organization);
    expect((await alone.get(loadCurator, "/curator")).data.distributors[0]).toEqual({
      value: known[0]?.curator_id,
      label: known[0]?.actual_name_organization,
    });
    expect(await visitor.get(loadAgreement, "/agreement")).toMatchObject({ location: "/dashboard/profile/" });
  });

  test("§4.4 a banner is shown once and leads back to a page of this site only", async () => {
    const visitor = createVisitor();
    await visitor.post(logIn, "/login", { login: "79000000003", password: "club-demo-1" });
    expect(await visitor.post(closeBanner, "/banner", { to: "/promo/?page=2" })).toMatchObject({
      status: 303,
      location: "/promo/?page=2",
    });
    for (const to of [
      "https://evil.example/",
      "//evil.example",
      "/\t/evil.example",
      "/.//evil.example",
      "\\\\evil",
      "",
    ]) {
      expect((await visitor.post(closeBanner, "/banner", { to })).location).toBe("/dashboard/profile/");
    }
  });
});
