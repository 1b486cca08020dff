import { expect, test } from "vitest";
import { readArticles } from "../../../app/features/promotions/load-articles.server";

test("§4.5 a promotion's file is parsed once, however often its page is opened", () => {
  const file = "\uFEFFАртикул;Наименование\r\nOF-1012;Фильтр\r\n";
  const articles = readArticles(file);
  expect(articles).toEqual([{ code: "OF-1012", name: "Фильтр" }]);
  expect(readArticles(file)).toBe(articles);
  expect(readArticles(file.replace("Фильтр", "Фильтр масляный"))?.[0]?.name).toBe("Фильтр масляный");
});

test("§4.5 what isn't a table, or is too long for a page, is offered as a file only", () => {
  expect(readArticles('Артикул;Наименование\n"OF')).toBeNull();
  expect(readArticles(`Артикул;Наименование\n${"OF-1012;Фильтр\n".repeat(400_000)}`)).toBeNull();
});
