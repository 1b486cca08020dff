import { afterEach, expect, test, vi } from "vitest";
import { loadArticles, readArticles } from "../../../app/features/promotions/load-articles.server";
import { setUpstreamUrl } from "../../../app/lib/configuration.server";

afterEach(() => vi.unstubAllEnvs());

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

/** What the page of a promotion shows of a file of articles for a search. */
async function search(file: string, words: string) {
  vi.stubEnv("SESSION_SECRETS", "tests-tests-tests-tests-tests-tests-tests");
  setUpstreamUrl("http://127.0.0.1:9");
  const headers = { "Content-Type": "text/csv" };
  const visit = {
    caller: { fetchUpstream: async () => new Response(file, { headers }) },
    optional: (work: Promise<unknown>) => work,
  };
  const found = await loadArticles(visit as unknown as Parameters<typeof loadArticles>[0], "1", words);
  return found && { codes: found.articles.map(({ code }) => code), total: found.total };
}

test("§4.5 an article is found by every word of its code and name, and those found are counted", async () => {
  const file = "Артикул;Наименование\nOF-1;Фильтр масляный\nOF-2;Фильтр воздушный\nSP-1;Свеча\n";
  expect(await search(file, " ФИЛЬТР  of-2 ")).toEqual({ codes: ["OF-2"], total: 1 });
  expect(await search(file, "фильтр")).toEqual({ codes: ["OF-1", "OF-2"], total: 2 });
  expect(await search(file, "свеча of")).toEqual({ codes: [], total: 0 });
  expect(await search(file, "")).toEqual({ codes: ["OF-1", "OF-2", "SP-1"], total: 3 });
});

test("§4.5 fifty articles are shown, and the number told is that of all that were found", async () => {
  const rows = Array.from({ length: 51 }, (_, row) => `OF-${row};Фильтр`);
  const all = await search(`Артикул;Наименование\n${rows.join("\n")}\nSP-1;Свеча\n`, "фильтр");
  expect([all?.codes.length, all?.codes.at(-1), all?.total]).toEqual([50, "OF-49", 51]);
});

test("§4.5 a promotion's file is read with any of the marks that programs put between its columns", () => {
  for (const mark of [";", ",", "\t"]) {
    const file = `Артикул${mark}Наименование\nA-1${mark}Фильтр`;
    expect([mark, readArticles(file)]).toEqual([mark, [{ code: "A-1", name: "Фильтр" }]]);
  }
});
