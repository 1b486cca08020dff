const PLACED = /^Столбец ([A-Z]{1,2})$/;

/** The letters of a column in a spreadsheet. @param place from 0 */
export function letterOf(place: number): string {
  const first = Math.floor(place / 26);
  const last = String.fromCharCode(65 + (place % 26));
  return first === 0 ? last : String.fromCharCode(64 + first) + last;
}

/** The name of a column without a title. */
export function placeName(place: number): string {
  return `Столбец ${letterOf(place)}`;
}

/** The place of a column that was named so; undefined for every other name. */
export function findPlacedName(name: string | undefined): number | undefined {
  const letters = PLACED.exec(name ?? "")?.[1];
  if (!letters) return undefined;
  return [...letters].reduce((place, letter) => (place + 1) * 26 + letter.charCodeAt(0) - 65, -1);
}
