import { formatMoment } from "../../acts/format";
import { defineList } from "../../acts/view";
import { readMoves } from "../read-moves";

/** Rows that are brought into the form of this release, or have been. A release may need that some of them have ended. */
export const dataMoves = defineList({
  name: "data-moves",
  group: "messages",
  title: "Переносы данных",
  summary: "Data that a job moves into the form of a release, with the rows so far and the end of each move.",
  roles: ["support"],
  filters: {},
  columns: [
    { title: "Перенос" },
    { title: "Перенесено строк", isNumber: true },
    { title: "Начат" },
    { title: "Закончен" },
  ],
  // They all stand on one page.
  parseKey: (): string | null => null,
  async read({ db }) {
    const moves = await readMoves(db);
    return {
      rows: moves.map(({ name, moved, started_at, ended_at }) => ({
        cells: [name, String(moved), formatMoment(started_at), formatMoment(ended_at)],
      })),
      next: null,
    };
  },
});
