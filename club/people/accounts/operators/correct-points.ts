import { randomUUID } from "node:crypto";
import { alias } from "../../../../contract/values";
import { defineAct } from "../../../platform/acts/act";
import { choice, count, person, text } from "../../../platform/acts/field";
import { formatPoints } from "../../../platform/acts/format";
import { RefusalError } from "../../../platform/http/refusal-error";
import { tellPerson } from "../../../platform/outbox/tell-person";
import { limitHeldPoints } from "../../../points/held-points";
import { personHoldsPoints } from "../../../points/holds-points";
import { creditPoints, lockBalance, spendPoints } from "../../../points/ledger";
import { findPerson, requireOpenAccount } from "../find-person";
import { fullName } from "../person";

/** A correction is a new entry (§6.2); entries themselves never change. */
export const correctPoints = defineAct({
  name: "correct-points",
  group: "money",
  title: "Исправить баллы",
  explanation: "Запись появится в истории баллов участника вместе с причиной. Уйти в минус нельзя.",
  summary: "Credit a participant with points or take points off, with a reason that the participant reads.",
  gives: "points",
  roles: ["finance"],
  needsCode: true,
  fields: {
    person: person(),
    direction: choice({
      label: "Что сделать",
      help: "whether to credit or to take off",
      choices: { credit: "Начислить", take: "Списать" },
      isPositional: true,
    }),
    points: count({ label: "Баллы", help: "whole points", isPositional: true }),
    reason: text({ label: "Причина", hint: "Её увидит участник", help: "shown to the participant" }),
  },
  async run({ services, trx, authority }, { direction, points, reason, ...input }) {
    const found = await findPerson(services, input.person);
    if (!personHoldsPoints(found)) throw new RefusalError(alias.validation, "Этот участник не копит баллы.", "person");
    requireOpenAccount(found);
    const balance = await lockBalance(trx, found.id);
    const entry = {
      userId: found.id,
      amount: points,
      reason: "correction",
      reference: `correction:${randomUUID()}`,
      action: `Исправление: ${reason}`,
    } as const;
    const isCredit = direction === "credit";
    if (!isCredit && balance < points) {
      const message = `На счёте только ${formatPoints(balance)}, списать больше нельзя.`;
      throw new RefusalError(alias.notEnoughPoints, message, "points");
    }
    let isPending = false;
    if (isCredit) isPending = (await creditPoints(trx, authority, [entry])).includes("pending");
    else {
      await spendPoints(trx, entry);
      await limitHeldPoints(trx, services, [found.id]);
    }
    const after = await lockBalance(trx, found.id);
    const told = await tellPerson(trx, services, found, {
      subject: isCredit ? "Вам начислены баллы" : "С вашего счёта списаны баллы",
      text: `Здравствуйте.\n\n${isCredit ? "Начислено" : "Списано"}: ${formatPoints(points)}.\nПричина: ${reason}\n\nИстория баллов: ${services.settings.publicOrigin}/dashboard/points`,
    });
    return {
      lines: [
        `${fullName(found)}, № ${found.id}: ${isCredit ? "начисляется" : "списывается"} ${formatPoints(points)}.`,
        isPending
          ? "Участник ещё не активен: баллы придут, когда он подтвердит телефон и примет правила."
          : `На счёте было ${formatPoints(balance)}, станет ${formatPoints(after)}.`,
        told,
      ],
      points,
      subject: { kind: "person", id: found.id },
      before: { balance },
      after: { balance: after, reference: entry.reference },
      link: { card: "person", id: String(found.id) },
    };
  },
});
