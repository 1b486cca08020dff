import { alias } from "../../../../contract/values";
import { count, text } from "../../../platform/acts/field";
import { RefusalError } from "../../../platform/http/refusal-error";

export const report = count({
  label: "Отчёт",
  hint: "Номер отчёта",
  help: "id of the report",
  isPositional: true,
});

export const reason = text({
  label: "Причина",
  hint: "Её увидят куратор и участники",
  help: "shown to the curator and the participants",
});

export function unknownReport(id: number): RefusalError {
  return new RefusalError(alias.reportUnknown, `Отчёта № ${id} нет.`, "report");
}
