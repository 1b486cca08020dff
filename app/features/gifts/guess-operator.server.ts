import type { MobileOperator } from "../../../contract/prizes";

/**
 * Codes after +7 by operator, as ranges of the Russian numbering plan. Numbers move between operators and codes are shared,
 * so this is only a first guess that the person can change. An operator is recognized by any of its names.
 */
const operatorCodes: readonly { names: readonly string[]; codes: readonly (readonly [from: number, to: number])[] }[] =
  [
    {
      names: ["мтс", "mts"],
      codes: [
        [910, 919],
        [980, 980],
        [982, 989],
      ],
    },
    {
      names: ["билайн", "beeline"],
      codes: [
        [903, 903],
        [905, 906],
        [909, 909],
        [960, 968],
      ],
    },
    {
      names: ["мегафон", "megafon"],
      codes: [[920, 939]],
    },
    {
      names: ["т2", "t2", "теле2", "tele2"],
      codes: [
        [900, 900],
        [904, 904],
        [908, 908],
        [950, 953],
        [977, 977],
      ],
    },
    {
      names: ["йота", "yota"],
      codes: [
        [995, 996],
        [999, 999],
      ],
    },
  ];

/** The id of the operator that probably serves a phone of 11 digits; empty when there is no guess among the offered ones. */
export function guessOperator(phone: string, offered: readonly MobileOperator[]): string {
  const code = Number(phone.slice(1, 4));
  const likely = operatorCodes.find(({ codes }) => codes.some(([from, to]) => code >= from && code <= to));
  return offered.find(({ name }) => likely?.names.includes(name.trim().toLowerCase()))?.id ?? "";
}
