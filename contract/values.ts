/**
 * Constants and texts that portal and club share, with every business constant of §9.1. This file imports nothing, so
 * browser code may use it.
 */

export const roles = ["curator", "manager", "member", "tadam"] as const;
export type Role = (typeof roles)[number];

/** The roles with a registration form (§1.2); an invitation is for one of them. */
export const registrationRoles = ["member", "manager"] as const satisfies readonly Role[];
export type RegistrationRole = (typeof registrationRoles)[number];

/** The six kinds of participant (§1.1): a role, and for curators and managers its system variant. */
export const participants = ["curator", "manager", "member", "tadam", "system-curator", "system-manager"] as const;
export type Participant = (typeof participants)[number];

/** The kind of a participant by role and `is_system`; only curators and managers have a system variant (§6). */
export function participantOf(role: Role, isSystem: boolean): Participant {
  if (isSystem && role === "curator") return "system-curator";
  if (isSystem && role === "manager") return "system-manager";
  return role;
}

/** The kinds of participant with the given roles, including their system variants (§2.1.1). */
export function participantsOf(...wanted: Role[]): Participant[] {
  return participants.filter((participant) =>
    wanted.some((role) => participant === role || participant === `system-${role}`),
  );
}

/** The names of the six kinds of participant (§1.1). */
export const participantNames: Readonly<Record<Participant, string>> = {
  curator: "Куратор дистрибьютора",
  manager: "Менеджер",
  member: "Магазин или сервис",
  tadam: "Тадам",
  "system-curator": "Системный куратор",
  "system-manager": "Системный менеджер",
};

/** The participants who collect and spend points and have a balance and a cart (§2.3.2, §6.2). */
export const pointHolders = ["curator", "manager", "member"] as const satisfies readonly Participant[];

/** Whether a kind of participant has a balance. */
export const holdsPoints = (participant: Participant) => pointHolders.some((holder) => holder === participant);

/** The kinds of gifts that the portal can order, by their `handler_system_name` (§1.6, §3.6), in the order of the page. */
export const giftHandlers = ["phone", "card", "giftery", "souvenir"] as const;
export type GiftHandler = (typeof giftHandlers)[number];

export const inviteStatuses = ["queued", "sent", "error", "registered", "confirmed", "expired"] as const;
export type InviteStatus = (typeof inviteStatuses)[number];

/** What participants read for a status, on the page and in the CSV export. */
export const inviteStatusTitles: Readonly<Record<InviteStatus, string>> = {
  queued: "В очереди",
  sent: "Отправлено",
  error: "Ошибка отправки",
  registered: "Принято",
  confirmed: "Подтверждено",
  expired: "Истекло",
};

export const taskStatuses = ["queued", "in_progress", "done", "failed"] as const;
export type TaskStatus = (typeof taskStatuses)[number];

/** A report may also wait for an operator's approval, and be refused. */
export const reportStatuses = [...taskStatuses, "waiting_approval", "refused"] as const;

/** Whether an import or a resend still waits or runs. A status that only the upstream knows has ended. */
export function isTaskRunning(status: string): boolean {
  return status === "queued" || status === "in_progress";
}

/** Milliseconds between two polls for the progress of an import or a resend. */
export const TASK_POLL_MS = 2000;

export const withdrawalStatuses = [
  "new",
  "processing",
  "need_documents",
  "sent",
  "ready_for_pickup",
  "completed",
  "rejected",
  "cancelled",
] as const;
export type WithdrawalStatus = (typeof withdrawalStatuses)[number];

/** What participants and operators read for a status of an order. */
export const withdrawalStatusTitles: Readonly<Record<WithdrawalStatus, string>> = {
  new: "Новая",
  processing: "В обработке",
  need_documents: "Нужны документы",
  sent: "Отправлено",
  ready_for_pickup: "Ждёт в пункте выдачи",
  completed: "Выполнено",
  rejected: "Отклонено",
  cancelled: "Отменено",
};

export const documentStatuses = ["none", "pending", "accepted", "rejected"] as const;
export type DocumentStatus = (typeof documentStatuses)[number];

export const saleClaimStatuses = ["pending", "accepted", "refused", "recalled"] as const;
export type SaleClaimStatus = (typeof saleClaimStatuses)[number];

/** What participants and operators read for the state of a claimed sale. A recalled one was accepted before. */
export const saleClaimStatusTitles: Readonly<Record<SaleClaimStatus, string>> = {
  pending: "На проверке",
  accepted: "Принята",
  refused: "Отклонена",
  recalled: "Отозвана",
};

/** Pieces of one sale. */
export const LARGEST_SALE_COUNT = 100_000;

/** Error aliases (§8). The first five are the customer's, the others are ours. */
export const alias = {
  companyExists: "cts.company_service.collision_inn",
  validation: "cts.validation.validation_error",
  managerDisabled: "cts.user_service.selected_user_disabled",
  needDocuments: "cts.prize_exchange_service.need_documents",
  reportUnknown: "cts.deal_service.status_by_id_not_found",
  clientRefused: "cts.auth.client_refused",
  sessionGone: "cts.auth.session_gone",
  loginRefused: "cts.auth.login_refused",
  forbidden: "cts.auth.forbidden",
  notFound: "cts.not_found",
  malformed: "cts.malformed",
  tooLarge: "cts.too_large",
  tooOften: "cts.too_often",
  collision: "cts.collision",
  notEnoughPoints: "cts.prize_exchange_service.not_enough_points",
  passwordNeeded: "cts.prize_exchange_service.password_needed",
  outOfStock: "cts.prize_exchange_service.out_of_stock",
  codeWrong: "cts.confirm_service.code_wrong",
  phoneNotServed: "cts.confirm_service.phone_not_served",
  fileUnreadable: "cts.import_service.file_unreadable",
  equalRows: "cts.deal_service.equal_rows",
  correctedRows: "cts.deal_service.corrected_rows",
  goneSales: "cts.deal_service.gone_sales",
  columnsMissing: "cts.deal_service.columns_missing",
  readingUnclear: "cts.deal_service.reading_unclear",
} as const;
export type Alias = (typeof alias)[keyof typeof alias];

/** A role's own rules document (§2.1.7). */
export const rulesCodes = {
  curator: "curator-rules",
  manager: "sales-rules",
  member: "retail-rules",
  "system-curator": "head-of-ctr-rules",
  "system-manager": "manager-ctr-rules",
} as const satisfies Partial<Record<Participant, string>>;

// §9.1
export const ROUBLES_PER_POINT = 1;
export const INN_LENGTHS = [10, 12] as const;
export const PHONE_DIGITS = 11;
export const PASSWORD_MIN_LENGTH = 9;
export const ACTIVATION_CODE_LENGTH = 4;
export const RESEND_SECONDS = 60;
export const CONSENT_COOKIE_DAYS = 100;
/** Days that a login lasts without being used, and in any case. */
export const SESSION_DAYS = 30;
export const LONGEST_SESSION_DAYS = 180;
export const COMPANY_LOOKUP_DEBOUNCE_MS = 500;
export const REGION_LOOKUP_DEBOUNCE_MS = 500;
export const MANAGER_LOOKUP_DEBOUNCE_MS = 3000;
export const REQUEST_TIMEOUT_MS = 50_000;
export const REPORTS_PER_PAGE = 10;
export const REPORT_DETAILS_PER_PAGE = 999_999;
export const UNSEEN_PROMO_PAGE = 1;
export const UNSEEN_PROMO_PER_PAGE = 4;
export const ORDER_PAUSE_MS = 1000;
export const ORDER_FACE = 0;
export const DELIVERY_COUNTRY = "Российская Федерация";
export const IS_ALLOW_EMAIL_NOTIFY = 0;
export const TALL_SCREEN_PX = 932;
export const PDF_VIEWER_HEIGHT_PX = 600;
export const SIZE_FIELD_INDEX = 2;
/** Roubles of gifts in a year for which no personal documents are needed, unless the upstream tells its own limit (§8.5). */
export const DOCUMENTS_LIMIT_ROUBLES = 4000;
/** §5.2 */
export const CARD_DIGITS = 16;

/** The message when the upstream gives none (§8.7). */
export const DEFAULT_ERROR_MESSAGE = "Ошибка выполнения запроса.";
/** §5.16, §8.8 */
export const IMAGES_TOO_LARGE_MESSAGE = "Размер загружаемых изображений превышает допустимый";
/** §3.4 */
export const SCAN_TYPE_MESSAGE = "Подойдёт фотография (JPEG, PNG, WebP, HEIC) или PDF.";
/** Where the upstream doesn't say why documents were rejected. */
export const DOCUMENTS_REJECTED_MESSAGE = "Проверьте данные и приложите чёткие изображения.";
/** §2.4.4 */
export const UNSUBSCRIBED_MESSAGE = "Вы успешно отписались от рассылки.";
/** §8.3 */
export const PHONE_LENGTH_MESSAGE = "Телефон должен состоять из 11 цифр.";

/** The largest whole number that the club stores, ids too: four bytes with a sign. */
export const LARGEST_INTEGER = 2_147_483_647;

/** What portal and club say where no file came, or an empty one. */
export const missingFileMessages = {
  report: "Выберите файл отчёта. Пустой файл загрузить нельзя.",
  invites: "Выберите файл со списком. Пустой файл загрузить нельзя.",
} as const;

/** What portal and club say of a choice that is missing or unknown. */
export const choiceMessages = {
  distributor: "Выберите дистрибьютора.",
  manager: "Выберите менеджера.",
  mobileOperator: "Выберите оператора.",
  size: "Выберите размер.",
} as const;

/** What portal and club say of a field that is empty or can't be right. */
export const fieldMessages = {
  lastName: "Укажите фамилию.",
  surName: "Укажите отчество.",
  segmentName: "Назовите сегмент.",
  article: "Укажите артикул.",
  sellDate: "Укажите дату продажи.",
  count: "Количество — целое число.",
  birthDate: "Проверьте дату рождения.",
  passportIssueDate: "Проверьте дату выдачи.",
} as const;

/** What portal and club say of something that is no longer there. */
export const goneMessages = {
  report: "Этого отчёта больше нет. Обновите список.",
  reportPreview: "Этой проверки больше нет. Загрузите файл ещё раз.",
  inviteTask: "Этой загрузки больше нет. Обновите список приглашений.",
  saleClaim: "Этой заявки нет. Обновите список.",
  recoveryLink: "Ссылка больше не действует. Запросите новую.",
} as const;

/** What portal and club say of a missing scan. */
export const missingScanMessages = {
  passport_main: "Приложите разворот паспорта с фотографией.",
  passport_registration: "Приложите страницу паспорта с регистрацией.",
  photo: "Приложите фото документа.",
} as const;

/** §8.2 */
export const COMPANY_EXISTS_MESSAGE =
  "Компания с таким ИНН уже участвует в программе. Обратитесь в техническую поддержку.";
/** The same rule is checked before an order is written and when it is. */
export const NOT_ENOUGH_POINTS_MESSAGE = "На вашем счёте не хватает баллов.";
