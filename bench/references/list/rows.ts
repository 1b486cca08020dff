/** A row of the list that both references render. */
export interface Row {
  readonly id: number;
  readonly name: string;
  readonly category: string;
  readonly points: number;
  readonly stock: number;
  readonly date: string;
}

const CATEGORIES = ["Kitchen", "Travel", "Garden", "Office", "Sport"] as const;

/** Makes fifty rows, anew for every request, as a database would return them. */
export function makeRows(): Row[] {
  return Array.from({ length: 50 }, (_, index) => {
    const id = index + 1;
    return {
      id,
      name: `Reward item number ${id} with a longer title`,
      category: CATEGORIES[id % CATEGORIES.length] ?? "",
      points: 250 * (((id * 7) % 23) + 1),
      stock: (id * 13) % 40,
      date: `2026-0${(id % 9) + 1}-1${id % 10}`,
    };
  });
}
