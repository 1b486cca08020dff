/** Columns of a table that stay as they are, with the reason. */
export type KeptColumns = readonly (readonly [table: string, columns: string, why: string])[];

/**
 * What an erasure leaves. A test fails for a column of `personalTables` that neither a step of `listErasureSteps` nor a line
 * here names.
 */
export const KEPT_AFTER_ERASURE: KeptColumns = [
  ["users", "id role is_system created_at merged_into_id", "the pseudonym that points and sales belong to"],
  ["users", "agreement_accepted_at prizes_seen_at unsubscribed_at", "moments, which name nobody"],
  ["users", "referred_by_id invite_id", "who was credited for whom; both sides are numbers"],
  ["consents", "id user_id kind text_digest accepted_at request_id", "the proof that the data could be held"],
  ["consent_texts", "address digest file_name first_accepted_at text title", "the club's own texts"],
  ["companies", "id kind owner_id repsli_code segment_id created_at report_column_names", "sales refer to the company"],
  ["balances", "user_id points added_count spent_count updated_at", "sums of the ledger"],
  ["ledger_entries", "id user_id number amount balance_after reason reference created_at", "entries never change"],
  ["ledger_entries", "action", "replaced by erase_entry_texts, for only the owner of the tables may"],
  [
    "pending_credits",
    "id user_id amount action reason reference available_on created_at",
    "never paid to a disabled account",
  ],
  ["debts", "id user_id action amount amount_left reason reference created_at", "the ledger is checked against it"],
  ["held_points", "user_id points reason reference available_on", "a part of the balance"],
  ["point_expiries", "user_id points expired_points expires_on announced_at", "what expired, or will"],
  [
    "deals",
    "id file_id file_row company_id curator_id manager_id member_id fingerprint created_at",
    "sales of others, too",
  ],
  ["deals", "article_code article_name sell_count sell_date manager_points member_points", "what was sold"],
  ["deals", "manager_was_pending member_was_pending recalled_at", "what the ledger is checked against"],
  ["deal_days", "user_id sell_date deals", "counted from the deals"],
  ["report_files", "id curator_id status created_at finished_at approved_at recalled_at", "deals refer to the report"],
  ["report_files", "total processed failed repeated points expected_points", "counts"],
  ["report_files", "file_name content_type column_names", "a distributor's, whom the next curator goes on for"],
  ["report_repeats", "file_id first_row last_row message", "rows by their numbers"],
  [
    "exchanges",
    "id user_id prize_id operator_id batch_id basket_uuid idempotency_key",
    "orders stay under the pseudonym",
  ],
  ["exchanges", "price size status created_at updated_at", "what was ordered"],
  ["exchange_changes", "id exchange_id status changed_at changed_by", "the operator's work"],
  [
    "certificate_codes",
    "id exchange_id prize_id added_at expires_on issued_at first_shown_at last_shown_at",
    "the stock",
  ],
  [
    "invites",
    "id inviter_id registered_user_id task_id outbox_id target_role status unsubscribe_secret",
    "who came by whom",
  ],
  ["invites", "created_at sent_at confirmed_at expires_at", "moments, which name nobody"],
  ["tasks", "id owner_id kind invite_status total processed failed repeated created_at", "counts"],
  ["task_repeats", "task_id first_row last_row message", "rows by their numbers"],
  ["promo_codes", "code points promotion_id used_by_id used_at", "a code is used once"],
  ["promotion_participants", "promotion_id user_id joined_at", "the budget of a promotion is counted from it"],
  ["promotion_bonuses", "deal_id sale_id promotion_id user_id points was_pending", "the ledger is checked against it"],
  ["promotion_views", "promotion_id user_id seen_at", "numbers and a moment"],
  ["banner_views", "banner_id user_id seen_at", "numbers and a moment"],
  ["outbox", "id channel is_secret attempts created_at next_attempt_at sent_at", "counts of what was sent"],
  ["unsubscribed_addresses", "email created_at", "who asked for no more mail gets none after the erasure either"],
];

/**
 * What a merge leaves with the account that ends: columns that refer to people, and whole tables. Of `users` the account that
 * stays has its own.
 */
export const KEPT_BY_MERGE: KeptColumns = [
  ["balances", "", "the points are moved by corrections"],
  ["ledger_entries", "", "entries never change; the ledger's check counts those of a merged account for the other"],
  ["pending_credits", "", "they are credited anew"],
  ["debts", "", "an account with an open one isn't merged"],
  ["point_expiries", "", "the points are moved by corrections, and start a new life"],
  ["report_previews", "", "they are gone within a day"],
  ["deal_days", "", "the database counts them anew with the deals"],
  ["consents", "", "they were given by this registration"],
  ["consent_texts", "", "the club's own texts"],
  ["sessions", "", "they end"],
  ["redirect_tokens", "", "they end"],
  ["password_resets", "", "they end"],
  ["known_networks", "", "nobody logs in here any more"],
  ["invites", "registered_user_id", "this registration has answered it"],
  ["report_errors", "", "they go with their report"],
  ["report_repeats", "", "they go with their report"],
  ["exchange_changes", "", "they go with their order"],
  ["certificate_codes", "", "they go with their order"],
  ["sale_claim_photos", "", "they go with their claim"],
  ["task_errors", "", "they go with their list"],
  ["task_repeats", "", "they go with their list"],
  ["company_claims", "", "they name the phone and e-mail that the shell keeps"],
  ["feedback", "", "as for claims of companies"],
  ["outbox", "", "as for claims of companies"],
  ["unsubscribed_addresses", "", "as for claims of companies"],
  ["phone_codes", "", "they end by themselves"],
  ["rate_limits", "", "they end by themselves"],
];

/** Tables without a row about a participant. A test fails for a table that is neither here nor in `personalTables`. */
export const IMPERSONAL_TABLES: Readonly<Record<string, string>> = {
  act_requests: "sealed, and gone within days",
  agent_batches: "orders by their numbers",
  article_rates: "of articles",
  articles: "of articles",
  audit_log: "what operators did; participants are named by number",
  banners: "contents",
  deal_returns: "deals by their numbers",
  files: "contents",
  ledger_checkpoints: "sums",
  legal_entities: "the public register",
  mobile_operators: "contents",
  operator_challenges: "of operators",
  operator_identities: "of operators",
  operator_passkeys: "of operators",
  operator_recovery_codes: "of operators",
  operator_sessions: "of operators",
  operators: "of operators",
  prize_sizes: "the catalogue",
  prizes: "the catalogue",
  promotion_articles: "of promotions",
  promotions: "of promotions",
  questions: "contents",
  rules_documents: "contents",
  segments: "contents",
  settings: "of the club",
  tax_limits: "of the club",
};
