import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand } from "../../../club/operators/cli/run";
import { listFirstDay } from "../../../club/operators/first-day";
import { openTestClub, type TestClub } from "../../setup/club";
import { addPerson } from "../club-people";

let club: TestClub;

beforeAll(async () => {
  club = await openTestClub({ work: false });
});
afterAll(() => club.close());

const missing = async () =>
  (await listFirstDay(club.club.services)).filter(({ isDone }) => !isDone).map(({ title }) => title);

async function init() {
  const lines: string[] = [];
  const print = (line: string) => lines.push(line);
  return { code: await runCommand(["init"], { print, printError: print }, club.environment), lines };
}

test("architecture: what a demo has invented counts as missing on the first day", async () => {
  // One who is out can't begin.
  const gone = { login: "gone@example.com", full_name: "Имя", roles: ["owner"], is_disabled: true };
  await club.db.insertInto("operators").values(gone).execute();
  expect(await missing()).toEqual(
    expect.arrayContaining([
      "Телефон поддержки",
      "E-mail поддержки",
      "Политика конфиденциальности",
      "Правила программы retail-rules",
      "Первый куратор дистрибьютора",
      "Оператор клуба",
    ]),
  );
  const { code, lines } = await init();
  expect(code).toBe(1);
  expect(lines).toContain("· Телефон поддержки: npm run club -- set-links --help");
});

test("architecture: each step that is done leaves the list of the first day", async () => {
  const run = async (...argv: string[]) => {
    const lines: string[] = [];
    const print = (line: string) => lines.push(line);
    expect([await runCommand(argv, { print, printError: print }, club.environment), lines]).toEqual([
      0,
      expect.anything(),
    ]);
  };
  await run("set-links", "--support-phone", "74951234567", "--support-email", "help@brand.ru");
  expect(await missing()).not.toContain("Телефон поддержки");
  expect(await missing()).not.toContain("E-mail поддержки");
  await run("set-rules", "--code", "retail-rules", "--title", "Правила", "--text", "О программе");
  expect(await missing()).not.toContain("Правила программы retail-rules");
});

test("architecture: what no prize on offer calls for is no step, a register by network is one, and a system curator is none", async () => {
  const { services } = club.club;
  const titles = async () => (await listFirstDay(services)).map(({ title }) => title);
  const addPrize = (handler_system_name: string, is_enabled: boolean) =>
    club.db.insertInto("prizes").values({ handler_system_name, name: "Приз", price: 10, is_enabled }).execute();
  await club.db.updateTable("prizes").set({ is_enabled: false }).execute();
  await Promise.all([addPrize("phone", false), addPrize("card", false)]);
  const further = ["Мобильные операторы", "Платёжный агент"];
  const stepsOfPrizes = async () => (await titles()).filter((title) => further.includes(title));
  expect(await stepsOfPrizes()).toEqual([]);
  await addPrize("phone", true);
  expect(await stepsOfPrizes()).toEqual([further[0]]);
  await addPrize("card", true);
  expect(await stepsOfPrizes()).toEqual(further);

  const register = "Реестр юридических лиц";
  await club.db.deleteFrom("legal_entities").execute();
  expect(await missing()).toContain(register);
  const settings = { ...services.settings, dadataKey: "key" };
  const isMissing = ({ title, isDone }: { title: string; isDone: boolean }) => title === register && !isDone;
  expect((await listFirstDay({ ...services, settings })).some(isMissing)).toBe(false);

  await addPerson(club, { role: "curator", is_system: true });
  expect(await missing()).toContain("Первый куратор дистрибьютора");
  await addPerson(club, { role: "curator" });
  expect(await missing()).not.toContain("Первый куратор дистрибьютора");
});
