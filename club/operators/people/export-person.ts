import path from "node:path";
import { sql } from "kysely";
import { nameScan } from "../../people/documents/document-type";
import type { Seal } from "../../platform/seal/seal";
import type { Services, Trx } from "../../platform/services";
import { listMergedAccounts } from "./merged-accounts";
import { type PersonalTable, type PersonKeys, personalTables } from "./personal-tables";

type Row = Record<string, unknown>;

/** Everything that the club holds on a person. */
export interface PersonExport {
  /** The person's rows by table, without secrets; what is sealed is opened. */
  readonly tables: Readonly<Record<string, readonly Row[]>>;
  readonly files: readonly { readonly name: string; readonly content: Buffer }[];
  /** How many sets of documents and recipients of orders were opened for it. */
  readonly opened: { readonly documents: number; readonly recipients: number };
}

/** Columns that never leave the club, whatever the tables say: hashes, secrets, sealed values and whole files. */
export const NEVER_EXPORTED = /_hash$|_secret$|_sealed$|^content$|^file_content$/;

/** Reads everything about a person, that of former accounts included. */
export async function exportPerson(trx: Trx, services: Services, person: PersonKeys): Promise<PersonExport> {
  await sql`set local statement_timeout = 0`.execute(trx);
  const whole = await exportAccount(trx, services, person);
  for (const account of await listMergedAccounts(trx, person.id)) {
    const { tables, files, opened } = await exportAccount(trx, services, account);
    for (const [table, rows] of Object.entries(tables)) whole.tables[table] = [...(whole.tables[table] ?? []), ...rows];
    whole.files.push(...files);
    whole.opened.documents += opened.documents;
    whole.opened.recipients += opened.recipients;
  }
  return whole;
}

async function exportAccount(trx: Trx, { seal }: Services, person: PersonKeys) {
  const tables: Record<string, Row[]> = {};
  for (const table of personalTables) tables[table.table] = await readTable(trx, table, person);
  const passports = await openDocuments(trx, seal, person.id);
  const recipients = await openRecipients(trx, seal, person.id);
  return {
    tables: {
      ...tables,
      documents: mergeById(tables.documents, passports.answers),
      exchanges: mergeById(tables.exchanges, recipients),
    } as Record<string, readonly Row[]>,
    files: [
      ...passports.scans,
      ...(await openClaimPhotos(trx, seal, person.id)),
      ...(await readUploads(trx, person.id)),
    ],
    opened: { documents: passports.answers.length, recipients: recipients.length },
  };
}

async function readTable(trx: Trx, { table, rowsOf, omitted = [] }: PersonalTable, person: PersonKeys): Promise<Row[]> {
  const { rows } = await sql<{ row: Row }>`
    select to_jsonb(found) - ${omitted}::text[] as row from ${sql.table(table)} as found where ${rowsOf(person)}
  `.execute(trx);
  return rows.map(({ row }) => {
    const entries = Object.entries(row).filter(([column]) => !NEVER_EXPORTED.test(column));
    // The text of a message with a code or a password on its way.
    return Object.fromEntries(row.is_secret === true ? entries.filter(([column]) => column !== "text") : entries);
  });
}

/** Opens the answers and scans of a person's documents. Those whose time has passed are empty. */
async function openDocuments(trx: Trx, seal: Seal, userId: number) {
  const rows = await trx
    .selectFrom("documents")
    .selectAll()
    .where("user_id", "=", userId)
    .where("answers_sealed", "!=", Buffer.alloc(0))
    .orderBy("id")
    .execute();
  const answers = rows.map(({ id, answers_sealed }) => ({
    id,
    answers: JSON.parse(seal.open("documents.answers_sealed", answers_sealed).toString()) as unknown,
  }));
  const scans = rows.flatMap(({ id, passport_main_sealed, passport_registration_sealed }) => [
    scanFile(`passport-${id}-main`, seal.open("documents.passport_main_sealed", passport_main_sealed)),
    scanFile(
      `passport-${id}-registration`,
      seal.open("documents.passport_registration_sealed", passport_registration_sealed),
    ),
  ]);
  return { answers, scans };
}

function scanFile(name: string, content: Buffer) {
  return { name: nameScan(name, content), content };
}

/** Opens the photos of documents by which a person claimed sales. */
async function openClaimPhotos(trx: Trx, seal: Seal, userId: number) {
  const rows = await trx
    .selectFrom("sale_claim_photos")
    .innerJoin("sale_claims", "sale_claims.id", "claim_id")
    .select(["sale_claim_photos.id", "claim_id", "photo_sealed"])
    .where("user_id", "=", userId)
    .where("photo_sealed", "!=", Buffer.alloc(0))
    .orderBy("sale_claim_photos.id")
    .execute();
  return rows.map(({ id, claim_id, photo_sealed }) =>
    scanFile(`claim-${claim_id}-${id}`, seal.open("sale_claim_photos.photo_sealed", photo_sealed)),
  );
}

/** Opens the phones and cards to which a person's orders went. */
async function openRecipients(trx: Trx, seal: Seal, userId: number) {
  const rows = await trx
    .selectFrom("exchanges")
    .select(["id", "recipient_sealed", "card_holder_sealed"])
    .where("user_id", "=", userId)
    .where("recipient_sealed", "is not", null)
    .orderBy("id")
    .execute();
  return rows.map(({ id, recipient_sealed, card_holder_sealed }) => ({
    id,
    recipient: recipient_sealed && seal.open("exchanges.recipient_sealed", recipient_sealed).toString(),
    card_holder: card_holder_sealed && seal.open("exchanges.card_holder_sealed", card_holder_sealed).toString(),
  }));
}

function mergeById(rows: readonly Row[] = [], opened: readonly { id: number }[]): Row[] {
  const byId = new Map(opened.map((row) => [row.id, row]));
  return rows.map((row) => ({ ...row, ...byId.get(Number(row.id)) }));
}

/** The sales reports and the lists of invited people that a person has uploaded. */
async function readUploads(trx: Trx, userId: number) {
  const reports = await trx
    .selectFrom("report_files")
    .select(["id", "file_name", "content"])
    .where("curator_id", "=", userId)
    .execute();
  const lists = await trx
    .selectFrom("tasks")
    .select(["id", "file_name", "file_content as content"])
    .where("owner_id", "=", userId)
    .where("file_content", "is not", null)
    .execute();
  const named = [
    ...reports.map((report) => ({ ...report, name: `report-${report.id}` })),
    ...lists.map((list) => ({ ...list, name: `invitations-${list.id}` })),
  ];
  return named.flatMap(({ name, file_name, content }) =>
    content?.length ? [{ name: `${name}${uploadExtension(file_name)}`, content }] : [],
  );
}

/** The name comes from a stranger's browser: only a plain extension of it is used. */
function uploadExtension(fileName: string): string {
  const extension = path.extname(fileName).toLowerCase();
  return /^\.[a-z0-9]{1,5}$/.test(extension) ? extension : "";
}
