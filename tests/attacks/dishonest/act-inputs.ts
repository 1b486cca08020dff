import { sql } from "kysely";
import { pickRandom } from "../../../club/demo/random";
import type { Act } from "../../../club/platform/acts/act";
import type { ActFile, Field } from "../../../club/platform/acts/field";
import { RefusalError } from "../../../club/platform/http/refusal-error";
import { freshInn, freshPhone } from "../../club/club-people";
import type { ActValues } from "../../club/platform/acts/call-input";
import { type Sample, samples } from "../../club/platform/acts/samples";
import { CallRefused } from "../../setup/club-call";
import type { World } from "./world";

/** Around each limit, beyond what numbers can be, and what isn't one. */
const NUMBERS = ["1", "7", "500", "2500", "3999", "4000", "4001", "5001", "900000", "9007199254740991", "-1"];
const TEXTS = ["Звонок", "0", "-1", "1e9", "Робот'); drop", "😀".repeat(40), "100", "1000,5", "x".repeat(501)];
const DATES = ["2000-01-01", "2026-05-31", "2026-06-10", "2099-12-31", "2026-02-30"];

/**
 * Draws an input of an act: a sample that the act accepts, some of whose values are replaced by extreme ones, or by those that
 * name something or somebody else of the club. What the sample makes in the database is nobody's act.
 */
export async function drawActInput(world: World, act: Act, random: () => number): Promise<ActValues> {
  const sample = samples[act.name];
  const values: Record<string, ActValues[string]> = sample && random() < 0.7 ? await makeSample(world, sample) : {};
  const named = await listNamed(world);
  for (const [name, field] of Object.entries(act.fields)) {
    if (name in values ? random() < 0.4 : field.isRequired || random() < 0.5) {
      const drawn = drawValue(act, name, field, named, random);
      if (drawn !== undefined) values[name] = drawn;
    }
  }
  return values;
}

/** The same once more: another report or claim where one is named, since each is decided once. */
export async function drawSame(world: World, input: ActValues, random: () => number): Promise<ActValues> {
  const named = await listNamed(world);
  const others = ["report", "claim"].filter((name) => name in input && (named[name]?.length ?? 0) > 0);
  return { ...input, ...Object.fromEntries(others.map((name) => [name, pickRandom(named[name] ?? [], random)])) };
}

/** What was done before may be in its way: gifts of a year whose limit is 7 roubles. */
async function makeSample({ club }: World, sample: Sample): Promise<ActValues> {
  try {
    return await sample(club);
  } catch (error) {
    if (error instanceof CallRefused || error instanceof RefusalError) return {};
    throw error;
  }
}

function drawValue(
  act: Act,
  name: string,
  field: Field,
  named: Record<string, readonly string[]>,
  random: () => number,
) {
  const known = named[name];
  if (known && known.length > 0 && random() < 0.8) return pickRandom(known, random);
  switch (field.control) {
    case "number":
      return pickRandom(NUMBERS, random);
    case "date":
      return pickRandom(DATES, random);
    case "choice":
      return pickRandom(field.choices ?? [], random).value;
    case "flag":
      return random() < 0.5;
    case "file":
      return act.name === "import-articles" ? drawArticles(random) : undefined;
    default:
      return pickRandom(TEXTS, random);
  }
}

function drawArticles(random: () => number): ActFile {
  const code = pickRandom(["W16-EXR", "K20-TT", "0012", `NEW-${Math.floor(random() * 1000)}`], random);
  const [first, second] = [pickRandom(NUMBERS, random), pickRandom(NUMBERS, random)];
  const content = `Артикул;Наименование;Баллы менеджеру;Баллы магазину\n${code};Свеча;${first};${second}`;
  return { name: "articles.csv", contentType: "text/csv", content: Buffer.from(content) };
}

/** Everybody and everything that a field may name, by the field's name. */
async function listNamed({ club, ...world }: World): Promise<Record<string, readonly string[]>> {
  const ids = async (
    table: "prizes" | "promotions" | "report_files" | "sale_claims" | "deals" | "exchanges",
    status?: string,
  ) => {
    const { rows } = await sql<{ id: number }>`
      select id from ${sql.table(table)} ${status === undefined ? sql`` : sql`where status = ${status}`}
      order by id desc limit 8
    `.execute(club.db);
    return rows.map(({ id }) => String(id));
  };
  const people = [world.curator, world.manager, world.shop, world.sharedShop, world.otherManager, world.otherCurator];
  const phones = people.map(({ phone }) => phone);
  const operators = await club.db.selectFrom("operators").select("login").orderBy("id").limit(8).execute();
  return {
    person: phones,
    duplicate: phones,
    curator: [world.curator.phone, world.otherCurator.phone],
    manager: [world.manager.phone, world.otherManager.phone],
    phone: [freshPhone()],
    email: [`friend${freshPhone()}@example.org`],
    inn: [world.inns.shop, world.inns.sharedShop, freshInn()],
    operator: operators.map(({ login }) => login),
    login: [`friend-${freshPhone()}`],
    prize: await ids("prizes"),
    promotion: await ids("promotions"),
    report: await ids("report_files", "waiting_approval"),
    claim: await ids("sale_claims", "pending"),
    deal: await ids("deals"),
    order: await ids("exchanges"),
    article: ["W16-EXR", "K20-TT"],
    direction: ["credit"],
  };
}
