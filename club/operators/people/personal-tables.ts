import { type RawBuilder, sql } from "kysely";
import { isMailboxOf, namesContact } from "./by-mailbox";

/** By what the club's rows name a person. */
export interface PersonKeys {
  readonly id: number;
  readonly phone: string;
  readonly email: string;
}

/** The rows of a table that are about a person. */
export interface PersonalTable {
  readonly table: string;
  rowsOf(person: PersonKeys): RawBuilder<boolean>;
  /** Columns that an export leaves out: secrets, other people's secrets, and content that becomes a file. */
  readonly omitted?: readonly string[];
}

const byUser = (column: string) => (person: PersonKeys) => sql<boolean>`${sql.ref(column)} = ${person.id}`;
const byEmail = (person: PersonKeys) => isMailboxOf("email", person);

const byOrder = ({ id }: PersonKeys) => sql<boolean>`exchange_id in (select id from exchanges where user_id = ${id})`;

/**
 * Every table with rows about a person, in the order of the export, which has every column that isn't omitted. A test fails for
 * a table that is neither here nor in `IMPERSONAL_TABLES`, and for a column whose end nobody has decided.
 */
export const personalTables: readonly PersonalTable[] = [
  { table: "users", rowsOf: byUser("id"), omitted: ["password_hash", "unsubscribe_secret"] },
  { table: "consents", rowsOf: byUser("user_id") },
  {
    table: "consent_texts",
    rowsOf: ({ id }) => sql<boolean>`digest in (select text_digest from consents where user_id = ${id})`,
  },
  { table: "companies", rowsOf: byUser("owner_id") },
  {
    table: "company_claims",
    rowsOf: (person) => sql<boolean>`phone = ${person.phone} or ${byEmail(person)}`,
  },
  { table: "balances", rowsOf: byUser("user_id") },
  { table: "ledger_entries", rowsOf: byUser("user_id") },
  { table: "pending_credits", rowsOf: byUser("user_id") },
  { table: "debts", rowsOf: byUser("user_id") },
  { table: "held_points", rowsOf: byUser("user_id") },
  { table: "point_expiries", rowsOf: byUser("user_id") },
  {
    table: "deals",
    rowsOf: ({ id }) => sql<boolean>`${id} in (manager_id, member_id, curator_id)`,
    omitted: ["fingerprint"],
  },
  { table: "deal_days", rowsOf: byUser("user_id") },
  { table: "report_files", rowsOf: byUser("curator_id"), omitted: ["content"] },
  { table: "report_previews", rowsOf: byUser("curator_id"), omitted: ["content", "reasons"] },
  {
    table: "report_errors",
    rowsOf: ({ id }) => sql<boolean>`file_id in (select id from report_files where curator_id = ${id})`,
  },
  {
    table: "report_repeats",
    rowsOf: ({ id }) => sql<boolean>`file_id in (select id from report_files where curator_id = ${id})`,
  },
  {
    table: "exchanges",
    rowsOf: byUser("user_id"),
    omitted: ["recipient_sealed", "card_holder_sealed", "request_digest_sealed", "idempotency_key"],
  },
  { table: "exchange_changes", rowsOf: byOrder, omitted: ["changed_by"] },
  {
    table: "certificate_codes",
    rowsOf: ({ id }) =>
      sql<boolean>`coalesce(exchange_id, withdrawn_from) in (select id from exchanges where user_id = ${id})`,
    omitted: ["code_sealed"],
  },
  {
    table: "documents",
    rowsOf: byUser("user_id"),
    omitted: ["answers_sealed", "passport_main_sealed", "passport_registration_sealed"],
  },
  { table: "sale_claims", rowsOf: byUser("user_id") },
  {
    table: "sale_claim_photos",
    rowsOf: ({ id }) => sql<boolean>`claim_id in (select id from sale_claims where user_id = ${id})`,
    omitted: ["photo_sealed"],
  },
  {
    table: "invites",
    rowsOf: (person) =>
      sql<boolean>`inviter_id = ${person.id} or registered_user_id = ${person.id} or ${byEmail(person)}`,
    omitted: ["unsubscribe_secret"],
  },
  { table: "tasks", rowsOf: byUser("owner_id"), omitted: ["file_content"] },
  {
    table: "task_errors",
    rowsOf: ({ id }) => sql<boolean>`task_id in (select id from tasks where owner_id = ${id})`,
  },
  {
    table: "task_repeats",
    rowsOf: ({ id }) => sql<boolean>`task_id in (select id from tasks where owner_id = ${id})`,
  },
  { table: "promo_codes", rowsOf: byUser("used_by_id") },
  { table: "promotion_participants", rowsOf: byUser("user_id") },
  { table: "promotion_bonuses", rowsOf: byUser("user_id") },
  { table: "promotion_views", rowsOf: byUser("user_id") },
  { table: "banner_views", rowsOf: byUser("user_id") },
  { table: "feedback", rowsOf: byEmail },
  {
    table: "outbox",
    rowsOf: (person) => sql<boolean>`recipient = ${person.phone} or ${isMailboxOf("recipient", person)}`,
    // Links to unsubscribe, and codes or passwords on their way.
    omitted: ["unsubscribe_url"],
  },
  { table: "unsubscribed_addresses", rowsOf: byEmail },
  { table: "sessions", rowsOf: byUser("user_id"), omitted: ["token_hash"] },
  { table: "known_networks", rowsOf: byUser("user_id") },
  { table: "redirect_tokens", rowsOf: byUser("user_id"), omitted: ["token_hash"] },
  { table: "password_resets", rowsOf: byUser("user_id"), omitted: ["check_word_hash"] },
  { table: "contact_changes", rowsOf: byUser("user_id"), omitted: ["check_word_hash", "password_hash"] },
  { table: "phone_codes", rowsOf: ({ phone }) => sql<boolean>`phone = ${phone}`, omitted: ["code_hash"] },
  {
    table: "rate_limits",
    rowsOf: (person) => namesContact("key", person),
  },
];
