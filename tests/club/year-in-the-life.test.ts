import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { runCommand } from "../../club/operators/cli/run";
import { findAct } from "../../club/operators/operator-parts";
import { asOperator } from "../../club/operators/sessions";
import { decideActRequest, readActRequest } from "../../club/platform/acts/act-requests";
import type { Operator } from "../../club/platform/acts/operator";
import { runAct } from "../../club/platform/acts/run-act";
import { deliveryJobs } from "../../club/platform/outbox/jobs";
import { readBalance } from "../../club/points/ledger";
import { acceptAgreement, login, profile, restorePassword } from "../../contract/accounts";
import { listPoints } from "../../contract/deals";
import { exchangePrize, listPrizes } from "../../contract/prizes";
import { openTestClub, type TestClub } from "../setup/club";
import { freshInn, join } from "./club-people";
import { processReport, upload, waitForReport } from "./sales/deals/reports";

/**
 * A year of a club as its operators and participants live it: from an empty database to its first erased person. Operators
 * work by commands, which are the same acts as the console's. Each test goes on where the one before has ended.
 */
let club: TestClub;
const inn = freshInn();
const curatorEmail = "curator@brand.ru";
const people = { curator: "", manager: "", member: "" };
let memberId = 0;
const orders: Record<"phone" | "card" | "giftery" | "souvenir", number> = {
  phone: 0,
  card: 0,
  giftery: 0,
  souvenir: 0,
};

beforeAll(async () => {
  club = await openTestClub({ empty: true });
});
afterAll(() => club.close());

async function command(...argv: string[]) {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const code = await runCommand(argv, { print, printError: print }, { ...process.env, ...club.environment });
  return { code, text: lines.join("\n") };
}

/** Runs a command that must succeed. Returns what it printed. */
async function run(...argv: string[]): Promise<string> {
  const { code, text } = await command(...argv);
  expect([code, text]).toEqual([0, text]);
  return text;
}

async function save(name: string, content: string): Promise<string> {
  const file = path.join(club.dataDir, name);
  await writeFile(file, content);
  return file;
}

async function findOperator(login: string): Promise<Operator> {
  return asOperator(
    await club.db.selectFrom("operators").selectAll().where("login", "=", login).executeTakeFirstOrThrow(),
  );
}

/** A second operator looks at a waiting act and says yes to it. */
async function agree(operator: Operator, id: string) {
  const { services } = club.club;
  const { seen } = await readActRequest(services, operator, findAct, id);
  return decideActRequest(services, operator, findAct, id, { yes: { seen }, reason: "" });
}

const balance = () => readBalance(club.db, memberId);

function makeReport(rows: string[]): Buffer {
  return Buffer.from(`Дата продажи;Сейлз;ИНН;Артикул;Наименование;Количество\n${rows.join("\n")}`);
}

async function report(name: string, rows: string[]): Promise<string> {
  const { id, status, failed } = await processReport(club, people.curator, makeReport(rows), name);
  expect({ status, failed }).toEqual({ status: "done", failed: 0 });
  return String(id);
}

test("architecture: the first day: init names what is missing until nothing is", async () => {
  expect((await command("init")).code).toBe(1);
  const paper = await save("paper.pdf", "%PDF-1.7 paper");
  await run("add-operator", "first@brand.ru", "--full-name", "Анна Первая", "--owner");
  await run("add-operator", "second@brand.ru", "--full-name", "Борис Второй", "--owner");
  await run("set-links", "--support-phone", "74951234567", "--support-email", "help@brand.ru");
  for (const document of ["privacy_policy", "personal_data_consent"]) {
    await run("set-legal-document", "--document", document, "--file", paper);
  }
  for (const code of ["curator-rules", "sales-rules", "retail-rules", "head-of-ctr-rules", "manager-ctr-rules"]) {
    await run("set-rules", "--code", code, "--title", "Правила", "--text", "О программе", "--file", paper);
  }
  await run("add-question", "--question", "Кто может вступить?", "--answer", "Магазины и сервисы.");
  const articles = "Артикул;Наименование;Баллы менеджеру;Баллы магазину\nOF-1;Фильтр;10;20";
  await run("import-articles", "--file", await save("articles.csv", articles), "--since", "2026-01-01");
  await run("add-prize", "--name", "Телефон", "--price", "100", "--handler", "phone");
  await run("add-prize", "--name", "Карта", "--price", "500", "--handler", "card");
  await run("add-prize", "--name", "Сертификат", "--price", "1000", "--handler", "giftery", "--retailer", "Лес");
  await run("add-prize", "--name", "Кружка", "--price", "300", "--handler", "souvenir", "--stock", "1");
  await run("add-mobile-operator", "Оператор");
  await run("set-payments-agent", "77001");
  const entities = await save("entities.csv", `ИНН;Название;Адрес\n${inn};ООО «Гараж»;Тверь`);
  await run("import-legal-entities", "--file", entities);
  await run(
    ...["add-curator", "--last-name", "Ильин", "--first-name", "Фёдор", "--phone", "79001112233"],
    ...["--email", curatorEmail, "--company", "Ось", "--inn", freshInn()],
  );
  expect(await run("init")).toContain("Клуб готов");
});

test("§2.4.3 the curator sets the first password, manager and shop register and accept the rules", async () => {
  // The command has only written the mail; the club sends it within a minute.
  await deliveryJobs.email.handle({}, club.club.services);
  const { text } = await club.lastMessage(curatorEmail, "Задайте пароль по ссылке");
  const link = new URL(/https?:\S+check_word=\S+/.exec(text)?.[0] ?? "");
  const password = "gear-box-42-gear";
  await club.ask(restorePassword, {
    check_word: link.searchParams.get("check_word") ?? "",
    email: curatorEmail,
    new_password: password,
  });
  people.curator = (await club.ask(login, { login: curatorEmail, password })).access_token;
  await club.ask(acceptAgreement, {}, { token: people.curator });
  const { id: curatorId } = await club.ask(profile, {}, { token: people.curator });
  const manager = await join(club, {
    user_role: "manager",
    related_to_user_id: [curatorId],
    phone: "79002223344",
    email: "manager@brand.ru",
    last_name: "Котов",
    first_name: "Олег",
    sur_name: "Петрович",
    is_allow_email_notify: 0,
  });
  people.manager = manager.token;
  const { id: segment } = await club.db.selectFrom("segments").select("id").executeTakeFirstOrThrow();
  const member = await join(club, {
    user_role: "member",
    company_segment_id: String(segment),
    company_actual_name_organization: "Гараж",
    company_actual_address_organization: "Тверь, Лесная, 4",
    company_inn: inn,
    related_to_user_id: [manager.id],
    phone: "79003334455",
    email: "shop@brand.ru",
    first_name: "Анна",
    last_name: "Рыбина",
    sur_name: "Сергеевна",
    is_allow_email_notify: 0,
  });
  people.member = member.token;
  memberId = Number(member.id);
  for (const token of [people.manager, people.member]) await club.ask(acceptAgreement, {}, { token });
});

test("§1.3 a report brings points, returned pieces take theirs back, a recalled report all of them", async () => {
  // The first report of a new curator waits for an operator.
  const first = makeReport([`05.03.2026;79002223344;${inn};OF-1;Фильтр;10`]);
  const { result } = await upload(club, people.curator, first, "march.csv");
  const id = result?.id ?? "";
  await vi.waitFor(
    async () => expect(await run("list-reports", "--status", "waiting_approval")).toContain("march.csv"),
    { timeout: 60_000 },
  );
  expect(await balance()).toBe(0);
  await run("approve-report", id);
  expect((await waitForReport(club, people.curator, id)).status).toBe("done");
  expect(await balance()).toBe(200);
  await report("return.csv", [`06.03.2026;79002223344;${inn};OF-1;Фильтр;-4`]);
  expect(await balance()).toBe(120);
  const wrong = await report("wrong.csv", [`07.03.2026;79002223344;${inn};OF-1;Фильтр;90`]);
  expect(await balance()).toBe(1_920);
  await run("recall-report", wrong, "--reason", "Загружен чужой отчёт");
  expect(await balance()).toBe(120);
});

test("architecture: a large correction waits for the second operator", async () => {
  const asked = await run("correct-points", "79003334455", "credit", "11000", "--reason", "Приз года");
  expect(await balance()).toBe(120);
  const id = /decide-request (\S+)/.exec(asked)?.[1] ?? "";
  expect((await command("decide-request", id, "yes")).code).not.toBe(0);
  // Whoever has printed the password of the second operator could be the second operator.
  await expect(agree(await findOperator("second@brand.ru"), id)).rejects.toMatchObject({ status: 403 });
  const input = { login: "third@brand.ru", full_name: "Вера Третья", finance: "on" };
  const added = await runAct(club.club.services, await findOperator("first@brand.ru"), findAct("add-operator"), input);
  // Another operator is access, to which a second one has to agree.
  expect(added.state).toBe("waiting");
  const addition = added.state === "waiting" ? added.requestId : "";
  expect((await agree(await findOperator("second@brand.ru"), addition)).state).toBe("done");
  expect((await agree(await findOperator("third@brand.ru"), id)).state).toBe("done");
  expect(await balance()).toBe(11_120);
});

test("§1.6 the shop orders a gift of each kind; each is fulfilled, one is refused and its points come back", async () => {
  const { items, certificates } = await club.ask(listPrizes, {}, { token: people.member });
  const idOf = (kind: keyof typeof orders) =>
    kind === "giftery"
      ? (certificates[0]?.id ?? "")
      : (items.find((prize) => prize.handler_system_name === kind)?.id ?? "");
  const operator = await club.db.selectFrom("mobile_operators").select("id").executeTakeFirstOrThrow();
  const fields = {
    phone: ["79003334455", String(operator.id), ""],
    card: ["2200000000000004", "ANNA RYBINA", ""],
    giftery: [],
    souvenir: [],
  };
  for (const kind of Object.keys(orders) as (keyof typeof orders)[]) {
    const { id } = await club.ask(
      exchangePrize,
      {
        prize_id: idOf(kind),
        basket_uuid: "basket",
        selected_additional_fields: fields[kind],
        ...(kind === "souvenir" && { delivery_city: "Москва", cdek_pvz_code: "MSK12" }),
      },
      { token: people.member },
    );
    orders[kind] = Number(id);
  }
  expect(await balance()).toBe(11_120 - 1_900);
  const topups = path.join(club.dataDir, "topups.csv");
  await run("export-topups", "--out", topups);
  expect(await readFile(topups, "utf8")).toContain("79003334455");
  await run("export-payouts", "--out", path.join(club.dataDir, "payouts.csv"));
  const answer = `Заказ;Результат;Причина\n${orders.phone};ок;\n${orders.card};отказ;Карта закрыта`;
  await run("read-agent-answer", "--file", await save("answer.csv", answer));
  const codes = `Подарок;Код;PIN;Действует до\n${idOf("giftery")};LES-0001;0042;31.12.2099`;
  await run("add-certificate-codes", "--file", await save("codes.csv", codes));
  await run("issue-certificates");
  await run("set-tracking", String(orders.souvenir), "1234-5678");
  await run("ready-for-pickup", String(orders.souvenir));
  await run("complete-order", String(orders.souvenir));
  expect(await balance()).toBe(11_120 - 1_400);
  const { spent } = await club.ask(listPoints, {}, { token: people.member });
  const statuses = new Map(spent.items.map(({ sumSub, status }) => [sumSub, status]));
  expect([100, 500, 1_000, 300].map((price) => statuses.get(price))).toEqual([
    "completed",
    "rejected",
    "completed",
    "completed",
  ]);
});

test("architecture: the year's end: statement, register, erasure, and the ledger holds", async () => {
  await run(
    "person-statement",
    "79003334455",
    "--from",
    "2026-01-01",
    "--to",
    "2099-12-31",
    "--out",
    path.join(club.dataDir, "statement.csv"),
  );
  const register = path.join(club.dataDir, "register.csv");
  await run("tax-register", String(new Date().getFullYear()), "--out", register);
  expect(await readFile(register, "utf8")).toContain("Рыбина");
  await run("erase-person", "79003334455", "--yes");
  expect((await club.call(profile, {}, { token: people.member })).status).toBe(401);
  expect(await run("verify-ledger")).toContain("The ledger holds.");
  const audit = await club.db.selectFrom("audit_log").select(["input", "before", "after"]).execute();
  expect(audit.length).toBeGreaterThan(30);
  for (const secret of ["Рыбина", "79003334455", "2200000000000004", "LES-0001"]) {
    expect(JSON.stringify(audit)).not.toContain(secret);
  }
});
