import { reportColumns } from "../../../contract/columns";
import { quote } from "../../../contract/russian-quotes";
import { alias } from "../../../contract/values";
import { RefusalError } from "../../platform/http/refusal-error";
import { NUMERIC_DATE, type OpenQuestion, orderDate } from "../../platform/spreadsheets/table-reading";

/** A question to the curator, in words. */
export interface ReadingQuestion {
  readonly name: OpenQuestion["name"];
  readonly text: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
}

/** What of a file has two meanings, each asked once, with what its first such value would be read as. */
export function wordQuestions(questions: readonly OpenQuestion[]): ReadingQuestion[] {
  const first = new Map<string, OpenQuestion>();
  for (const question of questions) if (!first.has(question.name)) first.set(question.name, question);
  return [...first.values()].map(({ name, row, example }) => {
    const shown = `${quote(example.slice(0, 40))} (строка № ${row})`;
    if (name === "date_order") {
      const [, one = "", , other = "", last = ""] = NUMERIC_DATE.exec(example) ?? [];
      const [dmy, mdy] = (["dmy", "mdy"] as const).map((order) => writeDay(orderDate([one, other, last], order)));
      const text = `В столбце ${quote(reportColumns.sell_date.title)} непонятно, где день, а где месяц: ${shown}.`;
      const choices = [
        { value: "dmy", label: `Сначала день: ${dmy}` },
        { value: "mdy", label: `Сначала месяц: ${mdy}` },
      ];
      return { name, text, choices };
    }
    const digits = example.replace(/[^\d.,-]/g, "");
    const text = `В столбце ${quote(reportColumns.sell_count.title)} непонятно, что отделяет знак: ${shown}.`;
    const choices = [
      { value: "fraction", label: `Дробную часть: ${digits.split(/[.,]/, 1)[0]} шт.` },
      { value: "thousands", label: `Тысячи: ${digits.replace(/[.,]/g, "")} шт.` },
    ];
    return { name, text, choices };
  });
}

/** @throws RefusalError readingUnclear, at the file, when only the curator knows how it is to be read */
export function refuseOpenQuestions(questions: readonly OpenQuestion[]): void {
  const open = wordQuestions(questions.filter(({ isAnswered }) => !isAnswered));
  if (open.length === 0) return;
  const text = open.map((question) => question.text).join(" ");
  throw new RefusalError(alias.readingUnclear, `${text} Покажите это на странице проверки.`, "file");
}

function writeDay(day: ReturnType<typeof orderDate>): string {
  if (!day) return "";
  const two = (number: number) => String(number).padStart(2, "0");
  return `${two(day.day)}.${two(day.month)}.${day.year}`;
}
