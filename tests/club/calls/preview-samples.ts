import * as previews from "../../../contract/report-previews";
import { type CallSamples, samplesOf } from "./sample";
import type { Scene } from "./scene";
import { fileOf, saleOf } from "./scene-sales";

const COLUMNS = {
  sell_date: "Дата продажи",
  manager: "Сейлз",
  shop: "",
  inn: "ИНН",
  article_code: "Артикул",
  article_name: "Наименование",
  sell_count: "Количество",
  document_number: "Документ",
} as const;

const own = ({ previews: { curator } }: Scene) => curator;
const others = ({ previews: { otherCurator } }: Scene) => otherCurator;

/** Reports that are looked at before they count. */
export const previewSamples: readonly CallSamples[] = [
  samplesOf(previews.readReportPreview)({
    "with a corrected, a new and a wrong row": (scene) => ({ by: "curator", input: { id: own(scene) } }),
    "of the other distributor": (scene) => ({ by: "otherCurator", input: { id: others(scene) } }),
    "another's": (scene) => ({ by: "curator", input: { id: others(scene) } }),
  }),
  samplesOf(previews.exportPreviewErrors)({
    "one's own": (scene) => ({ by: "curator", input: { id: own(scene) } }),
    "another's": (scene) => ({ by: "curator", input: { id: others(scene) } }),
  }),
  samplesOf(previews.previewReport)({
    "new sales": ({ people }) => ({
      by: "curator",
      input: {},
      files: { file: fileOf([saleOf(people, "2026-03-13")], "взгляд.csv") },
    }),
    "no table": () => ({ by: "curator", input: {}, files: { file: new File(["%PDF-1.7"], "отчёт.pdf") } }),
  }),
  samplesOf(previews.nameReportColumns)({
    "as they are": (scene) => ({ by: "curator", input: { id: own(scene), ...COLUMNS, date_order: "dmy" } }),
    "one that isn't there": (scene) => ({ by: "curator", input: { id: own(scene), ...COLUMNS, inn: "Сумма" } }),
    "another's": (scene) => ({ by: "curator", input: { id: others(scene), ...COLUMNS } }),
  }),
  samplesOf(previews.answerReportCorrections)({
    replace: (scene) => ({ by: "curator", input: { id: own(scene), corrected_rows: "replace" } }),
    "one otherwise": (scene) => ({
      by: "curator",
      input: { id: own(scene), corrected_rows: "replace", rows: [{ row: 2, answer: "leave" }] },
    }),
    "to another check": (scene) => ({
      by: "curator",
      input: { id: own(scene), corrected_rows: "add", shown: "another" },
    }),
    "another's": (scene) => ({ by: "curator", input: { id: others(scene), corrected_rows: "add" } }),
  }),
  samplesOf(previews.setReportPeriod)({
    "of which sales are gone": (scene) => ({
      by: "otherCurator",
      input: { id: others(scene), period_from: "2026-02-01", period_to: "2026-03-19", gone_sales: "recall" },
    }),
    "without an answer": (scene) => ({
      by: "curator",
      input: { id: own(scene), period_from: "2026-03-01", period_to: "2026-03-19" },
    }),
    "another's": (scene) => ({ by: "curator", input: { id: others(scene) } }),
  }),
  samplesOf(previews.countReportPreview)({
    "with a question that has no answer": (scene) => ({ by: "curator", input: { id: own(scene) } }),
    "once it is answered": async (scene) => {
      const { club, people } = scene;
      const input = { id: own(scene), period_from: "2026-03-01", period_to: "2026-03-19", gone_sales: "keep" } as const;
      await club.ask(previews.setReportPeriod, input, { token: people.curator.token });
      return { by: "curator", input: { id: own(scene) } };
    },
    again: (scene) => ({ by: "curator", input: { id: own(scene) } }),
    "another's": (scene) => ({ by: "curator", input: { id: others(scene) } }),
  }),
  samplesOf(previews.discardReportPreview)({
    "another's": (scene) => ({ by: "curator", input: { id: others(scene) } }),
    "one's own": (scene) => ({ by: "otherCurator", input: { id: others(scene) } }),
    again: (scene) => ({ by: "otherCurator", input: { id: others(scene) } }),
  }),
];
