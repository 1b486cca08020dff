import { alias } from "../../../../contract/values";
import { defineAct } from "../../../platform/acts/act";
import { person, text } from "../../../platform/acts/field";
import { formatCount } from "../../../platform/acts/format";
import { RefusalError } from "../../../platform/http/refusal-error";
import { tellPerson } from "../../../platform/outbox/tell-person";
import { endAccess } from "../end-access";
import { findPerson } from "../find-person";
import { fullName } from "../person";

export const disablePerson = defineAct({
  name: "disable-person",
  group: "people",
  title: "Отключить участника",
  explanation:
    "Участник не сможет войти. Баллы, заказы и продажи остаются. Отключённого менеджера нельзя выбрать при регистрации.",
  summary: "Keep a participant out: no log-in, and nobody can register with a disabled manager.",
  gives: "nothing",
  roles: ["support"],
  fields: {
    person: person(),
    reason: text({ label: "Причина", hint: "Её увидит участник", help: "shown to the participant" }),
  },
  async run({ services, trx }, input) {
    const found = await findPerson(services, input.person);
    if (found.is_disabled) throw new RefusalError(alias.collision, "Этот участник уже отключён.", "person");
    await trx.updateTable("users").set({ is_disabled: true }).where("id", "=", found.id).execute();
    const sessions = await endAccess(trx, found.id);
    const told = await tellPerson(trx, services, found, {
      subject: "Доступ в клуб закрыт",
      text: `Здравствуйте.\n\nВаш доступ в клуб закрыт.\nПричина: ${input.reason}\n\nЕсли это ошибка, напишите нам: ${services.settings.publicOrigin}/feedback`,
    });
    return {
      lines: [
        `${fullName(found)}, № ${found.id}: доступ закрыт, завершено входов: ${sessions}.`,
        ...(await describeFollowers(trx, found)),
        told,
      ],
      subject: { kind: "person", id: found.id },
      before: { disabled: false },
      after: { disabled: true },
      link: { card: "person", id: String(found.id) },
    };
  },
});

/** What becomes of those who belong to the person. */
async function describeFollowers(
  trx: Parameters<typeof endAccess>[0],
  { id, role }: { id: number; role: string },
): Promise<string[]> {
  const column = role === "curator" ? "curator_id" : role === "manager" ? "manager_id" : undefined;
  if (!column) return [];
  const { count } = await trx
    .selectFrom("users")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where(column, "=", id)
    .executeTakeFirstOrThrow();
  if (count === 0) return [];
  return [`За ним остаются ${formatCount(count, "человек", "человека", "человек")}: связь меняет «Изменить связь».`];
}

export const enablePerson = defineAct({
  name: "enable-person",
  group: "people",
  title: "Включить участника",
  summary: "Let a disabled participant in again.",
  gives: "nothing",
  roles: ["support"],
  fields: { person: person() },
  async run({ services, trx }, input) {
    const found = await findPerson(services, input.person);
    if (found.erased_at) throw new RefusalError(alias.validation, "Данные этого участника стёрты.", "person");
    if (found.merged_into_id) {
      const message = `Этот участник объединён с № ${found.merged_into_id}: входить нужно туда.`;
      throw new RefusalError(alias.validation, message, "person");
    }
    if (!found.is_disabled) throw new RefusalError(alias.collision, "Этот участник не отключён.", "person");
    await trx.updateTable("users").set({ is_disabled: false }).where("id", "=", found.id).execute();
    const told = await tellPerson(trx, services, found, {
      subject: "Доступ в клуб открыт",
      text: `Здравствуйте.\n\nВы снова можете войти в клуб: ${services.settings.publicOrigin}/login`,
    });
    return {
      lines: [`${fullName(found)}, № ${found.id}: доступ открыт.`, told],
      subject: { kind: "person", id: found.id },
      before: { disabled: true },
      after: { disabled: false },
      link: { card: "person", id: String(found.id) },
    };
  },
});
