import { optionalText } from "../../../platform/acts/field";

/** Why a second operator has to agree to orders that are completed without their kind's evidence. */
export const WITHOUT_EVIDENCE = "Выполнение без подтверждения, что подарок выдан.";

/** Why orders are completed without evidence. It may name somebody, and the audit log keeps what it has. */
export const withoutEvidence = optionalText({
  label: "Причина без подтверждения",
  hint: "Если подтверждения выдачи нет. Участник её не увидит, согласится второй оператор",
  help: "why, without the evidence that the kind needs; operators read it, and a second one has to agree",
  isPrivate: true,
});
