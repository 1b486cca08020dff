import { writeFile } from "node:fs/promises";
import { articles } from "../../club/demo/articles";
import { newcomers, retailCompanies } from "../../club/demo/companies";
import { makeCsv, makeSales } from "../../tests/files/report-files";
import { readMailedPassword } from "../../tests/setup/outbox";
import { logIn } from "./participant";
import { expect, test } from "./test";
import type { Visitor } from "./visitor";

const CURATOR = "79000000001";
const MANAGER = { phone: "79000000002", email: "manager@example.com" };
const MEMBER = "79000000003";

for (const script of [false, true]) {
  const how = script ? "with script" : "without script";
  /** Each journey is made twice with one club, by different people and about different sales. */
  const turn = script ? 1 : 0;

  test(`§1.3 §5.3 a guest registers a shop, accepts the rules and logs out, ${how}`, async ({ visit, lastMessage }) => {
    const shop = newcomers.filter(({ inn }) => inn.length === 10)[turn];
    if (!shop) throw new Error("the seeds have no newcomer");
    const person = { phone: `7913000777${turn}`, email: `lavka-${turn}@example.ru` };
    const visitor = await visit(script);

    await visitor.open("/register/member");
    await visitor.fill("ИНН", shop.inn);
    await visitor.press("button", "Найти по ИНН");
    // The found company unfolds.
    await visitor.press("button", shop.name);
    await visitor.hasValue("Юридическое название", shop.name);
    await visitor.press("field", "Фактический адрес совпадает с юридическим");
    await visitor.choose("Сегмент", 1);
    await visitor.choose("Дистрибьютор", 1);
    await visitor.press("field", "По e-mail");
    await visitor.fill("Телефон или e-mail менеджера", MANAGER.email);
    await visitor.press("button", "Проверить менеджера");
    await visitor.waitFor("The manager", () => visitor.ask("readValue", "[name=manager_found]"));
    await visitor.fill("Фамилия", "Лавкин");
    await visitor.fill("Имя", "Семён");
    await visitor.fill("Отчество", "Семёнович");
    await visitor.fill("Телефон", person.phone);
    await visitor.fill("E-mail", person.email);
    await visitor.press("field", "Принимаю политику конфиденциальности");
    await visitor.press("field", "Даю согласие на обработку персональных данных");
    await visitor.press("button", "Зарегистрироваться");
    await visitor.arrive(/^\/activation$/);

    const code = /\b\d{4}\b/.exec((await lastMessage(person.phone, "код клуба")).text)?.[0] ?? "";
    await visitor.fill("Код из СМС", code);
    await visitor.press("button", "Подтвердить телефон");
    await visitor.arrive(/^\/login$/);
    const password = readMailedPassword((await lastMessage(person.email, "Пароль:")).text);

    await logIn(visitor, person.phone, password);
    await visitor.open("/agreement");
    await visitor.press("field", "Принимаю правила программы");
    await visitor.press("button", "Принять правила");
    await visitor.arrive(/^\/curator$/);
    await logOut(visitor);
  });

  test(`§4.18 §2.5.2 a member puts gifts into the cart and orders them, ${how}`, async ({
    visit,
    keepPicture,
    runsScript,
  }) => {
    const visitor = await visit(script);
    await logIn(visitor, MEMBER);
    await visitor.open("/dashboard/gifts/phone");
    await visitor.press("selector", "main input[type=radio]");
    await visitor.fill("Номер телефона", "89001234567");
    await visitor.choose("Оператор", 1);
    await visitor.fill("Количество", "2");
    await visitor.press("button", "Добавить в корзину");
    await visitor.see("Подарок в корзине");
    await visitor.open("/dashboard/gifts/cart");
    await keepPicture(visitor, `member-cart-${script ? "script" : "html"}`);
    await visitor.press("button", "Заказать 2");
    if (!(script && runsScript)) await finishOrder(visitor);
    await visitor.see("Заказ оформлен");
    await visitor.arrive(/^\/dashboard\/gifts\/?$/);
    await visitor.open("/dashboard/points/");
    expect((await visitor.see("Списания")).heading).toBe("Баллы");
    await logOut(visitor);
  });

  test(`§4.8 a curator uploads a report, ${how}`, async ({ visit }, info) => {
    const directory = {
      managers: [MANAGER],
      shops: retailCompanies.map(({ inn, name }) => ({ inn, name })),
      articles: articles.map(({ code, name }) => ({ code, name })),
    };
    const name = `продажи-${turn}.csv`;
    const file = info.outputPath(name);
    await writeFile(file, makeCsv(makeSales(directory, 20, `2025-0${4 + turn}-15`)));

    const visitor = await visit(script);
    await logIn(visitor, CURATOR);
    await visitor.open("/dashboard/report/");
    await visitor.chooseFile("main input[type=file]", file);
    await visitor.press("button", "Загрузить отчёт");
    await visitor.see(name);
    await visitor.waitFor("The report", async () => {
      await visitor.open("/dashboard/report/");
      const { heading, text } = await visitor.ask("readPage");
      expect(heading).toBe("Загрузка отчёта");
      return text.includes(name) && text.includes("20 из 20");
    });
    await logOut(visitor);
  });
}

/** By the button of the page's menu, where an open banner once lay. */
async function logOut(visitor: Visitor) {
  await visitor.open("/logout");
  await visitor.press("button", "Выйти");
  await visitor.arrive(/^\/$/);
}

/** Without its script an order's page waits for a press after each request. */
async function finishOrder(visitor: Visitor) {
  for (let press = 0; press < 5; press++) {
    const page = await visitor.waitFor("The order", async () => {
      const found = await visitor.ask("readPage");
      return /Заказ оформлен|Продолжить заказ/.test(found.text) && found;
    });
    if (page.text.includes("Заказ оформлен")) return;
    await visitor.press("button", "Продолжить заказ");
  }
}
