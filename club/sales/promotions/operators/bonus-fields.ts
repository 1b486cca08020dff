import { z } from "zod";
import { optionalCount, optionalTextBy } from "../../../platform/acts/field";
import { formatNumber, formatPoints } from "../../../platform/acts/format";
import type { BonusTerms } from "../bonuses";

const FACTOR_LIMIT = 100;
const factorRule = z
  .string()
  .trim()
  .regex(/^\d{1,3}([.,]\d{1,2})?$/, "Напишите число, например 1,5.")
  .transform((text) => Number(text.replace(",", ".")))
  .refine((factor) => factor > 1 && factor <= FACTOR_LIMIT, `Больше 1 и не больше ${FACTOR_LIMIT}.`);

const pointsOptions = { label: "Баллов за штуку", help: "points for each piece", max: 1_000_000 };
const factorOptions = { label: "Множитель", help: "by what the points of a deal are multiplied, such as 1.5" };

/** What a promotion adds to a deal: one of the two. */
export const bonusFields = {
  points: optionalCount({
    ...pointsOptions,
    hint: "Сверх обычных, менеджеру и магазину, если они вступили в акцию",
  }),
  factor: optionalTextBy(factorRule, {
    ...factorOptions,
    hint: "Вместо баллов за штуку: 1,5 — в полтора раза больше обычных",
  }),
};

/** Terms to try. */
export const triedBonusFields = {
  points: optionalCount(pointsOptions),
  factor: optionalTextBy(factorRule, factorOptions),
};

/** The terms in words, such as «+5 баллов за штуку» or «баллы × 1,5». */
export function describeTerms({ bonus_points: points, bonus_factor: factor }: BonusTerms): string {
  if (points !== null) return `+${formatPoints(points)} за штуку`;
  if (factor !== null) return `баллы × ${formatNumber(factor)}`;
  return "без дополнительных баллов";
}

/** The budget in words. */
export function describeBudget(budget: number | null): string {
  return budget === null ? "без ограничения" : formatPoints(budget);
}
