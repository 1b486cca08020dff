import type { Question } from "../../../contract/content";

/**
 * The questions in which every word of the search occurs, in the question or its answer; all of them for an empty search.
 * Case is ignored and «ё» equals «е»; the ending of a longer word may differ («подарки» finds «подарков»).
 */
export function findQuestions(questions: readonly Question[], search: string): Question[] {
  const words = normalize(search)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => (word.length > 5 ? word.slice(0, -2) : word.length > 3 ? word.slice(0, -1) : word));
  return questions.filter(({ question, answer }) => {
    const text = normalize(`${question} ${answer}`);
    return words.every((word) => text.includes(word));
  });
}

function normalize(text: string): string {
  return text.toLowerCase().replaceAll("ё", "е");
}
