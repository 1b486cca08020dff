import { expect, test } from "vitest";
import { listDemoPromotions } from "../../../club/demo/promotions";

/** The season of a month, January first. */
const DURING = "зимой зимой весной весной весной летом летом летом осенью осенью осенью зимой".split(" ");
const ADJECTIVE = "зимняя зимняя весенняя весенняя весенняя летняя летняя летняя осенняя осенняя осенняя зимняя".split(
  " ",
);

const SEASON = /(?<!\p{L})(?:зим|вес(?:н|ен)|лет(?:о|н|у)|осен)\p{L}*/giu;

function listDays(first: string, count: number): string[] {
  return Array.from({ length: count }, (_, day) =>
    new Date(Date.parse(first) + day * 86_400_000).toISOString().slice(0, 10),
  );
}

/** The words for the season of each day of a promotion. */
function seasonsOf({ start, end }: { start: string; end: string }, words: readonly string[]): string[] {
  const days = listDays(start, (Date.parse(end) - Date.parse(start)) / 86_400_000 + 1);
  return [...new Set(days.map((day) => words[Number(day.slice(5, 7)) - 1] ?? ""))];
}

test("§1.5 a promotion of the demo that names a season has its days, whatever the day on which the demo begins", () => {
  for (const today of listDays("2027-01-01", 4 * 366)) {
    const promotions = listDemoPromotions(today);
    const [past, ...others] = promotions;
    const next = others.pop();
    if (!past || !next) throw new Error("the demo has no promotions");
    expect(past.end < today && next.start > today).toBe(true);
    expect(seasonsOf(past, DURING)).toEqual([past.description.match(SEASON)?.join().toLowerCase()]);
    expect(seasonsOf(next, ADJECTIVE)).toEqual([next.name.match(SEASON)?.join().toLowerCase()]);
    const words = others.flatMap(({ name, short, description }) => `${name} ${short} ${description}`.match(SEASON));
    expect(words.filter(Boolean)).toEqual([]);
    for (const { start, end } of promotions) expect(start < end).toBe(true);
  }
});
