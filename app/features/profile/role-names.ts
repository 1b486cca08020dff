import type { Participant } from "../../../contract/values";

/** The names of the six kinds of participant (§1.1). */
export const roleNames: Record<Participant, string> = {
  curator: "Куратор дистрибьютора",
  manager: "Сейлз",
  member: "Ритейл",
  tadam: "Тадам",
  "system-curator": "Системный куратор",
  "system-manager": "Системный сейлз",
};
