/** Words that go on after a number without being its unit. */
const FURTHER = "в|во|для|до|за|и|из|или|к|на|не|о|от|по|при|с|со|у|через|что|чтобы|вместо|ещё|уже";
const PLACE = "д|стр|корп|кв|г|ул|пер|ш|пр-т|пл|б-р|обл|респ";

/** The space before a unit, and between the groups of a long number. */
const BEFORE_UNIT = new RegExp(
  `(\\d) (?=\\d{3}(?!\\d)|(?!(?:${FURTHER})(?![а-яё]))[а-яё₽%°]|(?:[КМГ]Б|А·ч|Вт|В)(?![а-яё]))`,
  "g",
);
/** The space behind the abbreviation of a place in an address. */
const IN_ADDRESS = new RegExp(`(^|[^а-яё])((?:${PLACE})\\.) (?=\\S)`, "gi");

/** A text of the club with no-break spaces where a number stands beside its unit: `4 л`, `д. 8`, `№ 5`, `10 000 мА·ч`. */
export function keepUnits(text: string): string {
  return text
    .replace(BEFORE_UNIT, "$1\u00a0")
    .replace(IN_ADDRESS, "$1$2\u00a0")
    .replace(/([№§×]) /g, "$1\u00a0");
}
