import type { Participant } from "../../../contract/values";

/** The six kinds of participant in the words of the programme (§1.1). */
export const roleWords: Record<Participant, string> = {
  curator: "Куратор дистрибьютора",
  manager: "Сейлз",
  member: "Ритейл",
  tadam: "Тадам",
  "system-curator": "Системный куратор",
  "system-manager": "Системный сейлз",
};
