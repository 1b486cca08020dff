/** Every column that holds sealed values, by its table. A new one is re-sealed with the others when the key is rotated. */
export const SEALED_COLUMNS = {
  act_requests: ["input_sealed", "file_sealed", "answer_sealed"],
  certificate_codes: ["code_sealed"],
  documents: ["answers_sealed", "passport_main_sealed", "passport_registration_sealed"],
  exchanges: ["recipient_sealed", "card_holder_sealed", "request_digest_sealed"],
  ledger_checkpoints: ["signature_sealed"],
  operator_sessions: ["enrolment_secret_sealed"],
  sale_claim_photos: ["photo_sealed"],
  operators: ["totp_secret_sealed"],
} as const;

type Columns = typeof SEALED_COLUMNS;

/** A column of sealed values as `table.column`. A value opens only as what it was sealed for. */
export type SealedColumn = { [Table in keyof Columns]: `${Table}.${Columns[Table][number]}` }[keyof Columns];
