import type { TableAnswers } from "../../../contract/columns";
import {
  answerReportCorrections,
  countReportPreview,
  discardReportPreview,
  exportPreviewErrors,
  nameReportColumns,
  previewReport,
  readReportPreview,
  setReportPeriod,
} from "../../../contract/report-previews";
import { type Alias, alias } from "../../../contract/values";
import { type CallContext, endpoint } from "../../platform/http/endpoint";
import { RefusalError } from "../../platform/http/refusal-error";
import type { Db } from "../../platform/services";
import { refuseUnreadable } from "../../platform/spreadsheets/uploaded-table";
import { acceptUpload, REPORT_BODY_LIMIT, REPORT_TOO_LARGE } from "./accept-upload";
import {
  checkFile,
  chooseNames,
  readStoredReasons,
  type ShownDeals,
  type StoredHeaders,
  storedCheck,
} from "./check-file";
import { type ColumnNames, entriesOf, pickUsed } from "./column-names";
import type { CorrectionAnswers } from "./corrections";
import type { ReportOutcome } from "./examine-report";
import { processReportJob } from "./jobs";
import { refuseOpenQuestions, wordQuestions } from "./reading-questions";
import { refusedRowsFile } from "./refused-rows-file";
import { readReportSettings, rememberReportSettings } from "./report-settings";
import { checkedKey, endOfPreview, requirePreview } from "./require-preview";
import { storeReport } from "./store-report";
import { requirePeriod, type WholePeriod } from "./whole-period";

/** The files of a curator that are kept at once. An older one gives way: its curator has gone on. */
const PREVIEWS_KEPT = 5;

type Preview = Awaited<ReturnType<typeof requirePreview>>;

const UNANSWERED = { isNamed: false, corrections: {}, period: null };
const UNSAID = { answers: {}, period: null };

/** Checks an uploaded report and keeps its file for as long as the curator thinks about it. */
export const previewReportEndpoint = endpoint(
  previewReport,
  async (_input, { services, actor, files }) => {
    const upload = await acceptUpload(services, actor.id, files);
    const settings = await readReportSettings(services.db, actor.id);
    const file = { curatorId: actor.id, content: upload.content, ...settings };
    const checked = await refuseUnreadable(checkFile(services, file, UNSAID));
    const { id } = await services.db
      .insertInto("report_previews")
      .values({
        ...upload,
        ...(await storedCheck(settings, checked, UNANSWERED)),
        curator_id: actor.id,
        created_at: services.now(),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await services.db
      .deleteFrom("report_previews")
      .where("curator_id", "=", actor.id)
      .where("id", "in", (previews) =>
        previews
          .selectFrom("report_previews as older")
          .select("older.id")
          .where("older.curator_id", "=", actor.id)
          .orderBy("older.id", "desc")
          .offset(PREVIEWS_KEPT),
      )
      .execute();
    return { id };
  },
  { bodyLimit: REPORT_BODY_LIMIT, tooLargeMessage: REPORT_TOO_LARGE },
);

export const readReportPreviewEndpoint = endpoint(readReportPreview, async ({ id }, context) => {
  const preview = await requirePreview(context, id);
  const { created_at, outcome, file_name, report_id } = preview;
  const { headers, found, isNamed, isHeadless, questions = [] } = preview.headers as unknown as StoredHeaders;
  const answers = preview.answers as TableAnswers;
  const used = pickUsed(preview.column_names as ColumnNames, found);
  return {
    id: preview.id,
    file_name,
    report_id,
    date: created_at.toISOString(),
    expires_at: endOfPreview(created_at).toISOString(),
    headers: headers.map(({ name, example }) => ({ name, example })),
    is_headless: isHeadless,
    questions: wordQuestions(questions).map((question) => ({ ...question, answer: answers[question.name] ?? "" })),
    needs_answers: questions.some(({ isAnswered }) => !isAnswered),
    columns: entriesOf(found).map(([column, name]) => ({ column, name })),
    needs_columns: outcome === null && questions.length === 0,
    are_columns_remembered: !isNamed && Object.keys(used).length > 0,
    needs_corrections: false,
    needs_gone: false,
    corrected_answer: (preview.corrections as CorrectionAnswers).all ?? "",
    shown: preview.shown_key,
    checked: preview.checked_key,
    ...(outcome as ReportOutcome | null),
  };
});

/** Checks the file again with the headers that its curator has named. */
export const nameReportColumnsEndpoint = endpoint(nameReportColumns, async ({ id, ...input }, context) => {
  const { services, actor } = context;
  const preview = await requirePreview(context, id);
  if (preview.report_id !== null) return {};
  const { date_order, count_mark, first_row, ...named } = input;
  const columnNames = chooseNames(named, preview.headers as unknown as StoredHeaders, first_row === "sale");
  const answers = { ...(preview.answers as TableAnswers), ...withoutMissing({ date_order, count_mark, first_row }) };
  const content = await readContent(services.db, preview.id);
  const file = { curatorId: actor.id, content, columnNames, answers };
  // Rows may be read as others now: what was said of corrections and of missing sales was said of others.
  const period = withoutAnswer(preview.period as WholePeriod | null);
  const checked = await refuseUnreadable(checkFile(services, file, { answers: {}, period }));
  await storeCheck(services.db, preview, await storedCheck(file, checked, { isNamed: true, corrections: {}, period }));
  return {};
});

/** Makes a report of the file. Whoever asks again gets the report that it became. */
export const countReportPreviewEndpoint = endpoint(countReportPreview, async ({ id, checked }, context) => {
  const { services, actor } = context;
  const reportId = await services.db.transaction().execute(async (trx) => {
    const preview = await requirePreview(context, id, { db: trx, isLocked: true });
    if (preview.report_id !== null) return preview.report_id;
    if (checked !== undefined && checked !== preview.checked_key) throw outdated();
    const { file_name, content_type, outcome } = preview;
    const { isNamed, questions = [] } = preview.headers as unknown as StoredHeaders;
    refuseOpenQuestions(questions);
    if (outcome === null) throw new RefusalError(alias.columnsMissing, "Сначала назовите столбцы файла.");
    refuseOpenAnswers(outcome as ReportOutcome);
    const columnNames = preview.column_names as ColumnNames;
    const answers = preview.answers as TableAnswers;
    const corrections = preview.corrections as CorrectionAnswers;
    const content = await readContent(trx, preview.id);
    const total = Number((outcome as ReportOutcome).total);
    const report = {
      curator_id: actor.id,
      file_name,
      content_type,
      content,
      column_names: columnNames,
      answers,
      corrections,
      period: preview.period as WholePeriod | null,
      total,
    };
    const stored = await storeReport(trx, services, report);
    if (isNamed) await rememberReportSettings(trx, actor.id, { columnNames, answers });
    await trx
      .updateTable("report_previews")
      .set({ report_id: stored, content: Buffer.alloc(0), reasons: null })
      .where("id", "=", preview.id)
      .execute();
    return stored;
  });
  services.jobs.wake(processReportJob);
  return { id: reportId };
});

/** Checks the file again with what its curator has said of rows that correct counted sales. */
export const answerReportCorrectionsEndpoint = endpoint(answerReportCorrections, async ({ id, ...said }, context) => {
  const preview = await requirePreview(context, id);
  if (preview.report_id !== null || preview.outcome === null) return {};
  if (said.shown !== undefined && said.shown !== preview.shown_key) {
    throw outdated(alias.correctedRows, "corrected_rows");
  }
  const { corrected: seen = {} } = await readShown(context.services.db, preview.id);
  const rows = Object.fromEntries(said.rows.map(({ row, answer }) => [row, answer]));
  const corrections = { all: said.corrected_rows, rows, seen };
  await checkAgain(context, preview, { corrections, period: preview.period as WholePeriod | null });
  return {};
});

/** Checks the file again as one with all sales of a period, or as any file. */
export const setReportPeriodEndpoint = endpoint(setReportPeriod, async ({ id, shown, ...said }, context) => {
  const period = requirePeriod(said);
  const preview = await requirePreview(context, id);
  if (preview.report_id !== null || preview.outcome === null) return {};
  if (period?.gone && shown !== undefined && shown !== preview.shown_key) {
    throw outdated(alias.goneSales, "gone_sales");
  }
  const { gone = [] } = await readShown(context.services.db, preview.id);
  const before = preview.period as WholePeriod | null;
  const isShown = period?.from === before?.from && period?.to === before?.to;
  // An answer that comes with other days and names no check is for whatever is found.
  const seen = isShown ? gone : shown === undefined ? undefined : [];
  const corrections = preview.corrections as CorrectionAnswers;
  await checkAgain(context, preview, { corrections, period: period && { ...period, ...(seen && { seen }) } });
  return {};
});

/** Checks the file of a preview again with what its curator has said. */
async function checkAgain(
  { services, actor }: Pick<CallContext, "services" | "actor">,
  preview: Preview,
  { corrections, period }: { corrections: CorrectionAnswers; period: WholePeriod | null },
): Promise<void> {
  const { isNamed } = preview.headers as unknown as StoredHeaders;
  const settings = { columnNames: preview.column_names as ColumnNames, answers: preview.answers as TableAnswers };
  const file = { curatorId: actor.id, content: await readContent(services.db, preview.id), ...settings };
  const checked = await refuseUnreadable(checkFile(services, file, { answers: corrections, period }));
  await storeCheck(services.db, preview, await storedCheck(settings, checked, { isNamed, corrections, period }));
}

/** @throws RefusalError when somebody has changed the preview since it was read, as in another tab */
async function storeCheck(
  db: Db,
  { id, checked_key }: Preview,
  check: Awaited<ReturnType<typeof storedCheck>>,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable("report_previews")
    .set(check)
    .where("id", "=", id)
    .where("report_id", "is", null)
    .where(checkedKey, "=", checked_key)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw outdated();
}

/** Of an answer to, or a press on, a page that is behind. */
function outdated(reason: Alias = alias.validation, field?: string): RefusalError {
  const message = "С тех пор в этой проверке что-то изменилось. Посмотрите, что клуб нашёл теперь, и ответьте ещё раз.";
  return new RefusalError(reason, message, field);
}

function withoutAnswer(period: WholePeriod | null): WholePeriod | null {
  return period && { from: period.from, to: period.to };
}

export const discardReportPreviewEndpoint = endpoint(discardReportPreview, async ({ id }, context) => {
  const preview = await requirePreview(context, id);
  await context.services.db
    .deleteFrom("report_previews")
    .where("id", "=", preview.id)
    .where("report_id", "is", null)
    .execute();
  return {};
});

export const exportPreviewErrorsEndpoint = endpoint(exportPreviewErrors, async ({ id }, context) => {
  const { services, actor } = context;
  const preview = await requirePreview(context, id);
  const content = await readContent(services.db, preview.id);
  const columnNames = preview.column_names as ColumnNames;
  const file = { curatorId: actor.id, content, columnNames, answers: preview.answers as TableAnswers };
  const { reasons } = await services.db
    .selectFrom("report_previews")
    .select("reasons")
    .where("id", "=", preview.id)
    .executeTakeFirstOrThrow();
  const known = reasons
    ? await readStoredReasons(reasons)
    : (await refuseUnreadable(checkFile(services, file, saidOf(preview)))).reasons;
  return refusedRowsFile(services, file, known);
});

function saidOf({ corrections, period }: Pick<Preview, "corrections" | "period">) {
  return { answers: corrections as CorrectionAnswers, period: period as WholePeriod | null };
}

/**
 * @throws RefusalError correctedRows while some rows that correct counted sales have no answer; goneSales while it isn't said what
 *   becomes of counted sales that the file doesn't have
 */
function refuseOpenAnswers({ needs_corrections, needs_gone }: ReportOutcome): void {
  if (needs_corrections) {
    const message = "Сначала скажите, что сделать с исправленными строками.";
    throw new RefusalError(alias.correctedRows, message, "corrected_rows");
  }
  if (needs_gone) {
    throw new RefusalError(
      alias.goneSales,
      "Сначала скажите, что сделать с продажами, которых в файле нет.",
      "gone_sales",
    );
  }
}

/** Answers that were given; the others stay as they are. */
function withoutMissing(answers: TableAnswers): TableAnswers {
  return Object.fromEntries(Object.entries(answers).filter(([, answer]) => answer !== undefined));
}

async function readShown(db: Db, previewId: number): Promise<ShownDeals> {
  const { shown } = await db
    .selectFrom("report_previews")
    .select("shown")
    .where("id", "=", previewId)
    .executeTakeFirstOrThrow();
  return shown as ShownDeals;
}

async function readContent(db: Db, previewId: number): Promise<Buffer> {
  const { content } = await db
    .selectFrom("report_previews")
    .select("content")
    .where("id", "=", previewId)
    .executeTakeFirstOrThrow();
  return content;
}
