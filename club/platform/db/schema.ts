/**
 * The club's tables. `npm run schema` generates this file with kysely-codegen from a database that has every migration;
 * don't edit it. A text column whose check constraint lists its values has the union of those values.
 */

import type { ColumnType } from "kysely";

export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;

export type Json = JsonValue;

export type JsonArray = JsonValue[];

export type JsonObject = {
  [x: string]: JsonValue | undefined;
};

export type JsonPrimitive = boolean | number | string | null;

export type JsonValue = JsonArray | JsonObject | JsonPrimitive;

export interface ActRequests {
  act: string;
  answer_sealed: Buffer | null;
  asked_at: Generated<Date>;
  asked_by: string;
  asked_by_operator_id: number | null;
  decided_at: Date | null;
  decided_by: string | null;
  expires_at: Date;
  file_expires_at: Date | null;
  file_sealed: Buffer | null;
  id: Generated<number>;
  input_sealed: Buffer;
  key: Generated<string>;
  points: Generated<number>;
  reason: Generated<string>;
  state: Generated<"checked" | "waiting" | "done" | "refused">;
}

export interface AgentBatches {
  created_at: Generated<Date>;
  handler_system_name: string;
  id: Generated<number>;
  orders: number;
  points: number;
}

export interface ArticleRates {
  article_code: string;
  id: Generated<number>;
  manager_points: number;
  member_points: number;
  recorded_at: Date | null;
  since: Date;
}

export interface Articles {
  code: string;
  manager_points: number;
  member_points: number;
  name: string;
}

export interface AuditLog {
  act: string;
  actor: string;
  after: Json | null;
  approved_by: string | null;
  at: Generated<Date>;
  before: Json | null;
  id: Generated<number>;
  input: Json;
  operator_id: number | null;
  points: Generated<number>;
  request_id: Generated<string>;
  subject_id: string | null;
  subject_kind: string | null;
}

export interface Balances {
  added_count: Generated<number>;
  points: Generated<number>;
  spent_count: Generated<number>;
  updated_at: Generated<Date>;
  user_id: number;
}

export interface Banners {
  created_at: Generated<Date>;
  id: Generated<number>;
  is_enabled: Generated<boolean>;
  link: Generated<string>;
  role: "curator" | "manager" | "member" | "tadam" | null;
  text: string;
  title: string;
}

export interface BannerViews {
  banner_id: number;
  seen_at: Generated<Date>;
  user_id: number;
}

export interface CertificateCodes {
  added_at: Generated<Date>;
  code_sealed: Buffer;
  exchange_id: number | null;
  expires_on: string | null;
  first_shown_at: Date | null;
  id: Generated<number>;
  issued_at: Date | null;
  last_shown_at: Date | null;
  prize_id: number;
  withdrawn_at: Date | null;
  withdrawn_from: number | null;
}

export interface Companies {
  actual_address_organization: Generated<string>;
  actual_name_organization: string;
  created_at: Generated<Date>;
  id: Generated<number>;
  inn: string;
  kind: "distributor" | "retail";
  legal_address_organization: Generated<string>;
  legal_name_organization: string;
  owner_id: number;
  report_answers: Generated<Json>;
  report_column_names: Generated<Json>;
  repsli_code: Generated<string>;
  segment_id: number | null;
  time_zone: Generated<string>;
}

export interface CompanyClaims {
  claimed_at: Date;
  company_id: number;
  email: string;
  full_name: string;
  granted_at: Date | null;
  id: Generated<number>;
  phone: string;
}

export interface Consents {
  accepted_at: Date;
  address: Generated<string>;
  id: Generated<number>;
  kind: "privacy_policy" | "personal_data" | "rules";
  request_id: Generated<string>;
  text_digest: string | null;
  user_id: number;
}

export interface ConsentTexts {
  address: Generated<string>;
  digest: string;
  file_name: string | null;
  first_accepted_at: Generated<Date>;
  text: string;
  title: string;
}

export interface ContactChanges {
  changed_at: Date;
  check_word_hash: Buffer;
  email: string;
  expires_at: Date;
  id: Generated<number>;
  password_hash: string | null;
  phone: string;
  phone_confirmed_at: Date | null;
  user_id: number;
}

export interface ContentVersion {
  only_row: Generated<boolean>;
  version: Generated<number>;
}

export interface DataMoves {
  ended_at: Date | null;
  looked_at: Date | null;
  moved: Generated<number>;
  moved_in_pass: Generated<number>;
  name: string;
  position: string | null;
  started_at: Date;
}

export interface DealDays {
  deals: number;
  sell_date: string;
  user_id: number;
}

export interface DealReturns {
  deal_id: number;
  manager_points: number;
  member_points: number;
  pieces: number;
  return_id: number;
}

export interface Deals {
  article_code: string;
  article_name: string;
  company_id: number;
  created_at: Generated<Date>;
  curator_id: number;
  document_number: Generated<string>;
  file_id: number;
  file_row: number;
  fingerprint: Buffer;
  id: Generated<number>;
  manager_id: number;
  manager_points: number;
  manager_was_pending: Generated<boolean>;
  member_id: number;
  member_points: number;
  member_was_pending: Generated<boolean>;
  recalled_at: Date | null;
  replaced_by_id: number | null;
  sell_count: number;
  sell_date: string;
}

export interface Debts {
  action: string;
  amount: number;
  amount_left: number;
  created_at: Date;
  id: Generated<number>;
  reason: "return" | "reversal";
  reference: string;
  user_id: number;
}

export interface Documents {
  answers_sealed: Buffer;
  created_at: Generated<Date>;
  decided_at: Date | null;
  id: Generated<number>;
  passport_main_sealed: Buffer;
  passport_registration_sealed: Buffer;
  reason: Generated<string>;
  status: Generated<"pending" | "accepted" | "rejected">;
  user_id: number;
}

export interface ExchangeChanges {
  changed_at: Generated<Date>;
  changed_by: string;
  exchange_id: number;
  id: Generated<number>;
  reason: Generated<string>;
  status: string;
}

export interface Exchanges {
  basket_uuid: string;
  batch_id: number | null;
  card_holder_sealed: Buffer | null;
  created_at: Generated<Date>;
  delivery_address: Generated<string>;
  delivery_city: Generated<string>;
  id: Generated<number>;
  idempotency_key: string | null;
  operator_id: number | null;
  pickup_point_code: Generated<string>;
  price: number;
  prize_id: number;
  recipient_masked: Generated<string>;
  recipient_sealed: Buffer | null;
  reject_reason: Generated<string>;
  request_digest_sealed: Buffer | null;
  size: Generated<string>;
  status: Generated<
    "new" | "processing" | "need_documents" | "sent" | "ready_for_pickup" | "completed" | "rejected" | "cancelled"
  >;
  tracking_number: Generated<string>;
  updated_at: Generated<Date>;
  user_id: number;
}

export interface Feedback {
  created_at: Generated<Date>;
  email: string;
  id: Generated<number>;
  message: string;
  name: string;
}

export interface Files {
  content: Buffer;
  content_type: string;
  created_at: Generated<Date>;
  name: string;
}

export interface HeldPoints {
  available_on: string;
  points: number;
  reason: string;
  reference: string;
  user_id: number;
}

export interface Invites {
  confirmed_at: Date | null;
  created_at: Generated<Date>;
  email: string;
  expires_at: Generated<Date>;
  first_name: string;
  id: Generated<string>;
  inviter_id: number;
  last_name: string;
  outbox_id: number | null;
  registered_user_id: number | null;
  sent_at: Date | null;
  status: Generated<"queued" | "sent" | "error" | "registered" | "confirmed" | "expired">;
  sur_name: Generated<string>;
  target_role: "manager" | "member";
  task_id: string | null;
  unsubscribe_secret: Generated<string>;
}

export interface KnownNetworks {
  known_until: Date;
  network: string;
  user_id: number;
}

export interface LedgerCheckpoints {
  created_at: Generated<Date>;
  differences: number;
  digest: Buffer;
  entry_count: number;
  id: Generated<number>;
  previous_id: number;
  signature_sealed: Buffer;
  up_to_deal_id: number;
  up_to_entry_id: number;
  up_to_exchange_id: number;
}

export interface LedgerEntries {
  action: string;
  amount: number;
  balance_after: number;
  created_at: Generated<Date>;
  id: Generated<number>;
  number: number;
  reason:
    | "deal"
    | "invite"
    | "referral"
    | "promo_code"
    | "promotion"
    | "exchange"
    | "refund"
    | "correction"
    | "return"
    | "reversal"
    | "debt"
    | "expiry";
  reference: string;
  user_id: number;
}

export interface LegalEntities {
  address: string;
  inn: string;
  name: string;
}

export interface MobileOperators {
  id: Generated<number>;
  name: string;
}

export interface OperatorBrowsers {
  known_until: Date;
  operator_id: number;
  token_hash: Buffer;
}

export interface OperatorChallenges {
  expires_at: Date;
  operator_id: number | null;
  purpose: string;
  token_hash: Buffer;
}

export interface OperatorIdentities {
  issuer: string;
  linked_at: Date;
  operator_id: number;
  subject: string;
}

export interface OperatorPasskeys {
  created_at: Date;
  credential_id: string;
  id: Generated<number>;
  is_backed_up: boolean;
  last_used_at: Date | null;
  name: string;
  operator_id: number;
  public_key: Buffer;
  sign_count: number;
}

export interface OperatorRecoveryCodes {
  code_hash: Buffer;
  operator_id: number;
  used_at: Date | null;
}

export interface Operators {
  created_at: Generated<Date>;
  full_name: string;
  id: Generated<number>;
  is_disabled: Generated<boolean>;
  login: string;
  password_expires_at: Date | null;
  password_hash: string | null;
  roles: string[];
  totp_last_step: Generated<number>;
  totp_secret_sealed: Buffer | null;
}

export interface OperatorSessions {
  code_confirmed_at: Date | null;
  created_at: Generated<Date>;
  enrolment_secret_sealed: Buffer | null;
  expires_at: Date;
  id: Generated<number>;
  identity_issuer: string | null;
  identity_subject: string | null;
  last_used_at: Generated<Date>;
  network: Generated<string>;
  operator_id: number;
  passkey_id: number | null;
  token_hash: Buffer;
  user_agent: Generated<string>;
}

export interface Outbox {
  attempts: Generated<number>;
  channel: "sms" | "email";
  created_at: Generated<Date>;
  failed_at: Date | null;
  id: Generated<number>;
  is_secret: Generated<boolean>;
  last_error: string | null;
  next_attempt_at: Generated<Date>;
  recipient: string;
  sent_at: Date | null;
  subject: Generated<string>;
  text: string;
  unsubscribe_url: Generated<string>;
}

export interface PasswordResets {
  check_word_hash: Buffer;
  expires_at: Date;
  used_at: Date | null;
  user_id: number;
}

export interface PendingCredits {
  action: string;
  amount: number;
  available_on: string | null;
  created_at: Generated<Date>;
  id: Generated<number>;
  reason: LedgerEntries["reason"];
  reference: string;
  user_id: number;
  waits_for_room: Generated<boolean>;
}

export interface PhoneCodes {
  attempts: Generated<number>;
  code_hash: Buffer;
  expires_at: Date;
  own_attempts: Generated<number>;
  phone: string;
  sent_at: Date;
}

export interface PointDays {
  day: string;
  points: number;
  scope: string;
}

export interface PointExpiries {
  announced_at: Date;
  expired_points: number | null;
  expires_on: string;
  points: number;
  user_id: number;
}

export interface Prizes {
  created_at: Generated<Date>;
  description: Generated<string>;
  handler_system_name: string;
  id: Generated<number>;
  image_url: Generated<string>;
  is_enabled: Generated<boolean>;
  name: string;
  position: Generated<number>;
  price: number;
  retailer: Generated<string>;
  stock: number | null;
}

export interface PrizeSizes {
  id: Generated<number>;
  position: Generated<number>;
  prize_id: number;
  stock: number;
  value: string;
}

export interface PromoCodes {
  code: string;
  points: number;
  promotion_id: number;
  used_at: Date | null;
  used_by_id: number | null;
}

export interface PromotionArticles {
  article_code: string;
  article_name: string;
  promotion_id: number;
}

export interface PromotionBonuses {
  deal_id: number;
  points: number;
  promotion_id: number;
  sale_id: number;
  user_id: number;
  was_pending: Generated<boolean>;
}

export interface PromotionParticipants {
  joined_at: Generated<Date>;
  promotion_id: number;
  user_id: number;
}

export interface Promotions {
  accepts_promo_codes: Generated<boolean>;
  bonus_factor: number | null;
  bonus_points: number | null;
  bonus_spent: Generated<number>;
  budget: number | null;
  created_at: Generated<Date>;
  date_end: string | null;
  date_start: string | null;
  description: Generated<string>;
  description_short: Generated<string>;
  id: Generated<number>;
  image_url: Generated<string>;
  is_enabled: Generated<boolean>;
  name: string;
}

export interface PromotionViews {
  promotion_id: number;
  seen_at: Generated<Date>;
  user_id: number;
}

export interface Questions {
  answer: string;
  id: Generated<number>;
  position: Generated<number>;
  question: string;
}

export interface RateLimits {
  count: number;
  key: string;
  window_ends_at: Date;
}

export interface RedirectTokens {
  expires_at: Date;
  token_hash: Buffer;
  used_at: Date | null;
  user_id: number;
}

export interface ReportErrors {
  field: string;
  file_id: number;
  message: string;
  row: number;
}

export interface ReportFiles {
  answers: Generated<Json>;
  approved_at: Date | null;
  approved_points: number | null;
  column_names: Generated<Json>;
  content: Buffer;
  content_type: string;
  corrections: Generated<Json>;
  created_at: Generated<Date>;
  credited_points: Generated<number>;
  curator_id: number;
  expected_points: number | null;
  failed: Generated<number>;
  file_name: string;
  finished_at: Date | null;
  gone_kept: number | null;
  gone_points: Generated<number>;
  gone_recalled: Generated<number>;
  id: Generated<number>;
  left_out: Generated<number>;
  left_out_rows: Generated<Json>;
  lines: number | null;
  period: Json | null;
  points: Generated<number>;
  processed: Generated<number>;
  recalled_at: Date | null;
  repeated: Generated<number>;
  status: Generated<"queued" | "in_progress" | "waiting_approval" | "done" | "failed" | "refused">;
  total: Generated<number>;
}

export interface ReportPreviews {
  answers: Generated<Json>;
  column_names: Generated<Json>;
  content: Buffer;
  content_type: string;
  corrections: Generated<Json>;
  created_at: Date;
  curator_id: number;
  file_name: string;
  headers: Generated<Json>;
  id: Generated<number>;
  outcome: Json | null;
  period: Json | null;
  reasons: Buffer | null;
  report_id: number | null;
  shown: Generated<Json>;
}

export interface ReportRepeats {
  file_id: number;
  first_row: number;
  last_row: number;
  message: string;
}

export interface RulesDocuments {
  code: string;
  file_name: string | null;
  position: Generated<number>;
  text: string;
  title: string;
}

export interface SaleClaimPhotos {
  claim_id: number;
  id: Generated<number>;
  photo_sealed: Buffer;
  type: string;
}

export interface SaleClaims {
  article_code: string;
  article_name: string;
  comment: Generated<string>;
  company_id: number;
  created_at: Date;
  curator_id: number;
  deal_id: number | null;
  decided_at: Date | null;
  decided_by: "curator" | "operator" | null;
  document_number: string;
  id: Generated<number>;
  manager_id: number | null;
  reason: Generated<string>;
  sell_count: number;
  sell_date: string;
  status: Generated<"pending" | "accepted" | "refused">;
  user_id: number;
}

export interface SchemaReleases {
  migration: string;
  oldest_release: string;
}

export interface Segments {
  display_name: string;
  id: Generated<number>;
  is_custom: Generated<boolean>;
}

export interface Sessions {
  created_at: Generated<Date>;
  expires_at: Date;
  id: Generated<string>;
  last_used_at: Generated<Date>;
  network: Generated<string>;
  token_hash: Buffer;
  user_agent: Generated<string>;
  user_id: number;
}

export interface Settings {
  name: string;
  value: string;
}

export interface TaskErrors {
  cells: Generated<string[]>;
  field: string;
  message: string;
  row: number;
  task_id: string;
  value: Generated<string>;
}

export interface TaskRepeats {
  first_row: number;
  last_row: number;
  message: string;
  task_id: string;
}

export interface Tasks {
  created_at: Generated<Date>;
  failed: Generated<number>;
  file_content: Buffer | null;
  file_name: Generated<string>;
  finished_at: Date | null;
  id: Generated<string>;
  invite_status: Generated<string>;
  kind: "invite_import" | "invite_resend";
  owner_id: number;
  processed: Generated<number>;
  repeated: Generated<number>;
  search: Generated<string>;
  status: Generated<"queued" | "in_progress" | "done" | "failed">;
  total: Generated<number>;
}

export interface TaxLimits {
  roubles: number;
  since: string;
}

export interface UnsubscribedAddresses {
  created_at: Generated<Date>;
  email: string;
}

export interface Users {
  agreement_accepted_at: Date | null;
  created_at: Generated<Date>;
  curator_id: number | null;
  distributor_confirmed_at: Date | null;
  email: string;
  employee_position: Generated<string>;
  erased_at: Date | null;
  first_name: string;
  first_report_waits: Generated<boolean>;
  id: Generated<number>;
  invite_id: string | null;
  is_disabled: Generated<boolean>;
  is_system: Generated<boolean>;
  last_name: string;
  manager_id: number | null;
  merged_into_id: number | null;
  orders_wait_until: Date | null;
  password_expires_at: Date | null;
  password_hash: string | null;
  phone: string;
  phone_confirmed_at: Date | null;
  prizes_seen_at: Date | null;
  referral_code: Generated<string>;
  referred_by_id: number | null;
  registration_network: Generated<string>;
  registration_promo_code: Generated<string>;
  role: "curator" | "manager" | "member" | "tadam";
  sur_name: Generated<string>;
  unsubscribe_secret: Generated<string>;
  unsubscribed_at: Date | null;
}

export interface Database {
  act_requests: ActRequests;
  agent_batches: AgentBatches;
  article_rates: ArticleRates;
  articles: Articles;
  audit_log: AuditLog;
  balances: Balances;
  banner_views: BannerViews;
  banners: Banners;
  certificate_codes: CertificateCodes;
  companies: Companies;
  company_claims: CompanyClaims;
  consent_texts: ConsentTexts;
  consents: Consents;
  contact_changes: ContactChanges;
  content_version: ContentVersion;
  data_moves: DataMoves;
  deal_days: DealDays;
  deal_returns: DealReturns;
  deals: Deals;
  debts: Debts;
  documents: Documents;
  exchange_changes: ExchangeChanges;
  exchanges: Exchanges;
  feedback: Feedback;
  files: Files;
  held_points: HeldPoints;
  invites: Invites;
  known_networks: KnownNetworks;
  ledger_checkpoints: LedgerCheckpoints;
  ledger_entries: LedgerEntries;
  legal_entities: LegalEntities;
  mobile_operators: MobileOperators;
  operator_browsers: OperatorBrowsers;
  operator_challenges: OperatorChallenges;
  operator_identities: OperatorIdentities;
  operator_passkeys: OperatorPasskeys;
  operator_recovery_codes: OperatorRecoveryCodes;
  operator_sessions: OperatorSessions;
  operators: Operators;
  outbox: Outbox;
  password_resets: PasswordResets;
  pending_credits: PendingCredits;
  phone_codes: PhoneCodes;
  point_days: PointDays;
  point_expiries: PointExpiries;
  prize_sizes: PrizeSizes;
  prizes: Prizes;
  promo_codes: PromoCodes;
  promotion_articles: PromotionArticles;
  promotion_bonuses: PromotionBonuses;
  promotion_participants: PromotionParticipants;
  promotion_views: PromotionViews;
  promotions: Promotions;
  questions: Questions;
  rate_limits: RateLimits;
  redirect_tokens: RedirectTokens;
  report_errors: ReportErrors;
  report_files: ReportFiles;
  report_previews: ReportPreviews;
  report_repeats: ReportRepeats;
  rules_documents: RulesDocuments;
  sale_claim_photos: SaleClaimPhotos;
  sale_claims: SaleClaims;
  schema_releases: SchemaReleases;
  segments: Segments;
  sessions: Sessions;
  settings: Settings;
  task_errors: TaskErrors;
  task_repeats: TaskRepeats;
  tasks: Tasks;
  tax_limits: TaxLimits;
  unsubscribed_addresses: UnsubscribedAddresses;
  users: Users;
}
