import { readFile } from "node:fs/promises";
import path from "node:path";
import { Command as CommanderCommand } from "commander";
import { sql } from "kysely";
import { z } from "zod";
import { rulesCodes } from "../../../contract/values";
import { readLinks } from "../../contents/links";
import { tryOut } from "../../platform/db/try-out";
import { hashedFileName, mediaAddress } from "../../platform/media/file-name";
import type { Trx } from "../../platform/services";
import { recordCommand } from "../record-event";
import { shellOperator } from "./act-command";
import { type Command, UsageError } from "./command";

const text = z.string().trim().min(1, "must not be empty");
const webAddress = z.string().regex(/^https?:\/\/\S+$/, "must be an address that begins with https://");
const pdf = z.string().regex(/^(?!https?:).+\.pdf$/i, "must be the path of a PDF file");
const points = z.number().int().min(0);

/** The file of an operator. What isn't in it stays as it is; a list in it replaces the former list. */
const contentFile = z.strictObject({
  links: z
    .strictObject({
      where_to_buy: webAddress.or(z.literal("")),
      authenticity_bot: webAddress.or(z.literal("")),
      support: z.strictObject({
        phone: z.string().regex(/^(7\d{10})?$/, "must be 11 digits such as 74951234567"),
        email: z.string().email().or(z.literal("")),
      }),
      socials: z.array(z.strictObject({ name: text, url: webAddress })),
      privacy_policy: webAddress.or(pdf),
      personal_data_consent: webAddress.or(pdf),
    })
    .partial()
    .optional(),
  questions: z.array(z.strictObject({ question: text, answer: text })).optional(),
  rules: z.array(z.strictObject({ code: z.nativeEnum(rulesCodes), title: text, text, pdf: pdf.optional() })).optional(),
  articles: z
    .array(z.strictObject({ code: text, name: text, manager_points: points, member_points: points }))
    .optional(),
});
type ContentFile = z.output<typeof contentFile>;

export const setContent: Command<{ readonly dryRun?: boolean }, readonly [file: string]> = {
  recordsItself: true,
  declare: () =>
    new CommanderCommand("set-content")
      .description("Set links, questions, rules and articles from a JSON file; docs/content.md describes it.")
      .argument("<file>", "its PDFs are named relative to it")
      .option("--dry-run", "show what would change, and change nothing"),
  async run({ services, args: [file], options, print }) {
    const content = await readContent(file);
    const folder = path.dirname(file);
    const set = async (trx: Trx) => {
      const before = await countContents(trx);
      if (content.links) await setLinks(trx, content.links, folder);
      if (content.questions) await replaceQuestions(trx, content.questions);
      if (content.rules) await replaceRules(trx, content.rules, folder);
      if (content.articles) await setArticles(trx, content.articles);
      const input = Object.fromEntries(Object.keys(content).map((part) => [part, true]));
      const change = { before, after: await countContents(trx) };
      await recordCommand(trx, services, "set-content", shellOperator(), { input, ...change });
      return change;
    };
    const { before, after } = await (options.dryRun
      ? tryOut(services.db, set)
      : services.db.transaction().execute(set));
    for (const [part, count] of Object.entries(after)) {
      if (part in content) print(`${part}: ${count}, before ${before[part]}`);
    }
    const parts = Object.keys(content).join(", ") || "nothing";
    print(options.dryRun ? `Would set: ${parts}.` : `Set: ${parts}. Pages show it within two minutes.`);
    return undefined;
  },
};

/** How many rows each part of the contents has. */
async function countContents(trx: Trx): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*) from questions) as questions, (select count(*) from rules_documents) as rules,
      (select count(*) from articles) as articles
  `.execute(trx);
  return { ...rows[0] };
}

async function readContent(file: string): Promise<ContentFile> {
  const json = await readFile(file, "utf8").catch(() => {
    throw new UsageError(`The file ${file} can't be read.`);
  });
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw new UsageError(`${file} is not JSON: ${error instanceof Error ? error.message : error}`);
  }
  const parsed = contentFile.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new UsageError(parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("\n"));
}

async function setLinks(trx: Trx, links: NonNullable<ContentFile["links"]>, folder: string): Promise<void> {
  const legal: Record<string, string> = {};
  for (const name of ["privacy_policy", "personal_data_consent"] as const) {
    const link = links[name];
    if (link !== undefined) legal[name] = webAddress.safeParse(link).success ? link : await storePdf(trx, folder, link);
  }
  const value = JSON.stringify({ ...(await readLinks(trx)), ...links, ...legal });
  await trx
    .insertInto("settings")
    .values({ name: "links", value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}

async function replaceQuestions(trx: Trx, questions: NonNullable<ContentFile["questions"]>): Promise<void> {
  await trx.deleteFrom("questions").execute();
  if (questions.length === 0) return;
  await trx
    .insertInto("questions")
    .values(questions.map((question, index) => ({ ...question, position: index + 1 })))
    .execute();
}

async function replaceRules(trx: Trx, rules: NonNullable<ContentFile["rules"]>, folder: string): Promise<void> {
  await trx.deleteFrom("rules_documents").execute();
  for (const [index, { code, title, text, pdf }] of rules.entries()) {
    const address = pdf === undefined ? null : await storePdf(trx, folder, pdf);
    const file_name = address && path.posix.basename(address);
    await trx
      .insertInto("rules_documents")
      .values({ code, title, text, file_name, position: index + 1 })
      .execute();
  }
}

/** Articles are only added and changed, because sales name them. */
async function setArticles(trx: Trx, articles: NonNullable<ContentFile["articles"]>): Promise<void> {
  if (articles.length === 0) return;
  await trx
    .insertInto("articles")
    .values(articles)
    .onConflict((conflict) =>
      conflict.column("code").doUpdateSet(({ ref }) => ({
        name: ref("excluded.name"),
        manager_points: ref("excluded.manager_points"),
        member_points: ref("excluded.member_points"),
      })),
    )
    .execute();
}

/** Stores a PDF among the club's media. Returns its address. */
async function storePdf(trx: Trx, folder: string, name: string): Promise<string> {
  const content = await readFile(path.resolve(folder, name)).catch(() => {
    throw new UsageError(`The file ${name} can't be read.`);
  });
  if (!content.subarray(0, 5).equals(Buffer.from("%PDF-"))) throw new UsageError(`${name} is not a PDF.`);
  const stored = hashedFileName("document", "pdf", content);
  await trx
    .insertInto("files")
    .values({ name: stored, content_type: "application/pdf", content })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return mediaAddress(stored);
}
