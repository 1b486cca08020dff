import { quote } from "../../../../contract/russian-quotes";
import type { ActContext, ActOutcome } from "../../../platform/acts/act";
import { defineAct } from "../../../platform/acts/act";
import { lockPrize } from "./find-prize";
import { prizeField } from "./prize-fields";

export const enablePrize = defineAct({
  name: "enable-prize",
  group: "catalogue",
  title: "Вернуть подарок в каталог",
  summary: "Show a prize in the catalogue again.",
  gives: "nothing",
  roles: ["content"],
  fields: { prize: prizeField },
  run: (context, input) => switchPrize(context, input.prize, true),
});

export const disablePrize = defineAct({
  name: "disable-prize",
  group: "catalogue",
  title: "Убрать подарок из каталога",
  explanation: "Заказать его будет нельзя. Сделанные заказы остаются.",
  summary: "Take a prize out of the catalogue; its orders stay.",
  gives: "nothing",
  roles: ["content"],
  fields: { prize: prizeField },
  run: (context, input) => switchPrize(context, input.prize, false),
});

async function switchPrize({ trx }: ActContext, id: number, isEnabled: boolean): Promise<ActOutcome> {
  const prize = await lockPrize(trx, id);
  await trx.updateTable("prizes").set({ is_enabled: isEnabled }).where("id", "=", id).execute();
  return {
    lines: [`Подарок ${quote(prize.name)} ${isEnabled ? "виден в каталоге" : "убран из каталога"}.`],
    subject: { kind: "prize", id },
    before: { is_enabled: prize.is_enabled },
    after: { is_enabled: isEnabled },
    link: { card: "prize", id: String(id) },
  };
}
