import type { ColumnType, Generated, Insertable, Selectable } from "kysely";
import type {
  DocumentStatus,
  InviteStatus,
  PrizeHandler,
  Role,
  TaskStatus,
  WithdrawalStatus,
} from "../../contract/values";

/** Set by the database unless given, never changed afterwards. */
type Created = ColumnType<Date, Date | undefined, never>;
/** A calendar date as "YYYY-MM-DD". */
type CalendarDate = string;
/** An optional text column with an empty default. */
type DefaultText = Generated<string>;
type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>;

export interface Database {
  settings: { name: string; value: string };
  files: { name: string; content_type: string; content: Buffer; created_at: Created };
  segments: { id: Generated<number>; display_name: string; is_custom: Generated<boolean> };
  users: UsersTable;
  companies: CompaniesTable;
  legal_entities: { inn: string; name: string; address: string };
  sessions: { token_hash: Buffer; user_id: number; created_at: Created; expires_at: Date };
  redirect_tokens: { token_hash: Buffer; user_id: number; expires_at: Date; used_at: Nullable<Date> };
  phone_codes: { phone: string; code_hash: Buffer; attempts: Generated<number>; sent_at: Date; expires_at: Date };
  password_resets: { check_word_hash: Buffer; user_id: number; expires_at: Date; used_at: Nullable<Date> };
  rate_limits: { key: string; count: number; window_ends_at: Date };
  outbox: OutboxTable;
  unsubscribed_addresses: { email: string; created_at: Created };
  feedback: { id: Generated<number>; name: string; email: string; message: string; created_at: Created };
  banners: {
    id: Generated<number>;
    title: string;
    text: string;
    role: Nullable<Role>;
    is_enabled: Generated<boolean>;
    created_at: Created;
  };
  banner_views: { banner_id: number; user_id: number; seen_at: Created };
  rules_documents: {
    code: string;
    title: string;
    text: string;
    file_name: Nullable<string>;
    position: Generated<number>;
  };
  questions: { id: Generated<number>; question: string; answer: string; position: Generated<number> };
  balances: {
    user_id: number;
    points: Generated<number>;
    added_count: Generated<number>;
    spent_count: Generated<number>;
    updated_at: Generated<Date>;
  };
  ledger_entries: LedgerEntriesTable;
  pending_credits: PendingCreditsTable;
  articles: { code: string; name: string; manager_points: number; member_points: number };
  report_files: ReportFilesTable;
  report_errors: { file_id: number; row: number; field: string; message: string };
  deals: DealsTable;
  prizes: PrizesTable;
  prize_sizes: { id: Generated<number>; prize_id: number; value: string; stock: number; position: Generated<number> };
  mobile_operators: { id: Generated<number>; name: string };
  exchanges: ExchangesTable;
  documents: DocumentsTable;
  tasks: TasksTable;
  task_errors: { task_id: string; row: number; field: string; value: DefaultText; message: string };
  invites: InvitesTable;
  promotions: PromotionsTable;
  promotion_articles: { promotion_id: number; article_code: string; article_name: string };
  promotion_views: { promotion_id: number; user_id: number; seen_at: Created };
  promotion_participants: { promotion_id: number; user_id: number; joined_at: Created };
  promo_codes: {
    code: string;
    promotion_id: number;
    points: number;
    used_by_id: Nullable<number>;
    used_at: Nullable<Date>;
  };
}

interface UsersTable {
  id: Generated<number>;
  role: Role;
  is_system: Generated<boolean>;
  first_name: string;
  last_name: string;
  sur_name: DefaultText;
  phone: string;
  email: string;
  employee_position: DefaultText;
  password_hash: Nullable<string>;
  curator_id: Nullable<number>;
  manager_id: Nullable<number>;
  invite_id: Nullable<string>;
  referred_by_id: Nullable<number>;
  referral_code: Generated<string>;
  unsubscribe_secret: Generated<string>;
  unsubscribed_at: Nullable<Date>;
  registration_promo_code: DefaultText;
  phone_confirmed_at: Nullable<Date>;
  agreement_accepted_at: Nullable<Date>;
  prizes_seen_at: Nullable<Date>;
  is_disabled: Generated<boolean>;
  created_at: Created;
}

interface CompaniesTable {
  id: Generated<number>;
  kind: "distributor" | "retail";
  owner_id: number;
  inn: string;
  actual_name_organization: string;
  actual_address_organization: DefaultText;
  legal_name_organization: string;
  legal_address_organization: DefaultText;
  repsli_code: DefaultText;
  segment_id: Nullable<number>;
  created_at: Created;
}

interface OutboxTable {
  id: Generated<number>;
  channel: "sms" | "email";
  recipient: string;
  subject: DefaultText;
  text: string;
  unsubscribe_url: DefaultText;
  is_secret: Generated<boolean>;
  created_at: Created;
  attempts: Generated<number>;
  next_attempt_at: Generated<Date>;
  sent_at: Nullable<Date>;
  failed_at: Nullable<Date>;
  last_error: Nullable<string>;
}

/** Why points move. */
export type LedgerReason =
  | "deal"
  | "invite"
  | "referral"
  | "promo_code"
  | "promotion"
  | "exchange"
  | "refund"
  | "correction";

interface LedgerEntriesTable {
  id: Generated<number>;
  user_id: number;
  /** Whole points; positive adds, negative spends. */
  amount: number;
  balance_after: number;
  reason: LedgerReason;
  reference: string;
  /** What the participant reads in the history. */
  action: string;
  created_at: Created;
}

interface PendingCreditsTable {
  id: Generated<number>;
  user_id: number;
  amount: number;
  reason: LedgerReason;
  reference: string;
  action: string;
  created_at: Created;
}

interface ReportFilesTable {
  id: Generated<number>;
  curator_id: number;
  file_name: string;
  content_type: string;
  content: Buffer;
  status: Generated<TaskStatus>;
  total: Generated<number>;
  processed: Generated<number>;
  failed: Generated<number>;
  points: Generated<number>;
  created_at: Created;
  finished_at: Nullable<Date>;
}

interface DealsTable {
  id: Generated<number>;
  file_id: number;
  file_row: number;
  curator_id: number;
  manager_id: number;
  member_id: number;
  company_id: number;
  sell_date: CalendarDate;
  article_code: string;
  article_name: string;
  sell_count: number;
  manager_points: number;
  member_points: number;
  fingerprint: Buffer;
  created_at: Created;
}

interface PrizesTable {
  id: Generated<number>;
  handler_system_name: PrizeHandler;
  retailer: DefaultText;
  name: string;
  description: DefaultText;
  image_url: DefaultText;
  price: number;
  is_enabled: Generated<boolean>;
  position: Generated<number>;
  created_at: Created;
}

interface ExchangesTable {
  id: Generated<number>;
  user_id: number;
  prize_id: number;
  price: number;
  status: Generated<WithdrawalStatus>;
  reject_reason: DefaultText;
  idempotency_key: Nullable<string>;
  request_digest_sealed: Nullable<Buffer>;
  basket_uuid: string;
  recipient_sealed: Nullable<Buffer>;
  recipient_masked: DefaultText;
  operator_id: Nullable<number>;
  card_holder_sealed: Nullable<Buffer>;
  size: DefaultText;
  delivery_city: DefaultText;
  delivery_address: DefaultText;
  pickup_point_code: DefaultText;
  created_at: Created;
  updated_at: Generated<Date>;
}

interface DocumentsTable {
  id: Generated<number>;
  user_id: number;
  status: Generated<Exclude<DocumentStatus, "none">>;
  reason: DefaultText;
  answers_sealed: Buffer;
  passport_main_sealed: Buffer;
  passport_registration_sealed: Buffer;
  created_at: Created;
  decided_at: Nullable<Date>;
}

interface TasksTable {
  id: Generated<string>;
  owner_id: number;
  kind: "invite_import" | "invite_resend";
  status: Generated<TaskStatus>;
  total: Generated<number>;
  processed: Generated<number>;
  failed: Generated<number>;
  file_name: DefaultText;
  file_content: Nullable<Buffer>;
  created_at: Created;
  finished_at: Nullable<Date>;
}

interface InvitesTable {
  id: Generated<string>;
  inviter_id: number;
  email: string;
  first_name: string;
  last_name: string;
  sur_name: DefaultText;
  target_role: "manager" | "member";
  status: Generated<InviteStatus>;
  unsubscribe_secret: Generated<string>;
  task_id: Nullable<string>;
  registered_user_id: Nullable<number>;
  outbox_id: Nullable<number>;
  created_at: Created;
  sent_at: Nullable<Date>;
  expires_at: Generated<Date>;
  confirmed_at: Nullable<Date>;
}

interface PromotionsTable {
  id: Generated<number>;
  name: string;
  description_short: DefaultText;
  description: DefaultText;
  image_url: DefaultText;
  date_start: Nullable<CalendarDate>;
  date_end: Nullable<CalendarDate>;
  is_enabled: Generated<boolean>;
  accepts_promo_codes: Generated<boolean>;
  created_at: Created;
}

export type UserRow = Selectable<UsersTable>;
export type NewUser = Insertable<UsersTable>;
export type CompanyRow = Selectable<CompaniesTable>;
