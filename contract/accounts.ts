import { z } from "zod";
import { defineCall } from "./call";
import { companyReply, companyShape } from "./companies";
import { companyRules, contactRule, documentRules, memberTextRules } from "./field-rules";
import {
  activationCodeField,
  emailField,
  innField,
  nameField,
  newPasswordField,
  optionalText,
  optionalTexts,
  passwordField,
  pastDateField,
  patternText,
  phoneDigits,
  phoneField,
  requiredId,
  requiredText,
} from "./fields";
import { wireId } from "./ids";
import {
  emptyReply,
  extensionField,
  flagOr,
  isRecord,
  listWithin,
  objectOf,
  optionalId,
  optionalListWithin,
  optionalNumber,
  optionalObjectOf,
  prepare,
  rowOf,
  unwrapObject,
  wireDate,
  wireFlag,
  wireText,
  wordOf,
} from "./reply-fields";
import { typedText } from "./typed-text";
import { alias, choiceMessages, documentStatuses, fieldMessages, participants, participantsOf, roles } from "./values";

const noInput = z.object({});

const LOGIN_MISSING = "Укажите телефон или e-mail.";

/** A login: 11 digits or an e-mail address (§1.2). */
export const loginField = typedText({ required_error: LOGIN_MISSING })
  .trim()
  .min(1, LOGIN_MISSING)
  .max(contactRule.maxLength)
  .transform((login) => (login.includes("@") ? login : phoneDigits(login)));

/** The name of a role, which may come with its title. */
const role = prepare(z.enum(roles), (value) => {
  const words = isRecord(value) || Array.isArray(value) ? Object.values(value) : [value];
  return words.map((word) => String(word).trim().toLowerCase()).find((word) => roles.some((one) => one === word));
});

/** The group that tells the role: an object, or only its name. */
const promoGroup = objectOf({ system_name: role }, { scalar: "system_name" });

/** A number is written as a text; blanks around it, such as the line break of a file, don't belong to it. */
const accessToken = prepare(z.string().min(1), (value) => {
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  return typeof value === "string" ? value.trim() : value;
});

export const loginResult = z.object({
  access_token: accessToken,
  user_id: optionalId,
  promo_group: promoGroup,
});
const readLogin = prepare(loginResult, (value) => unwrapObject(value, Object.keys(loginResult.shape)));
export type LoginResult = z.output<typeof loginResult>;

export const login = defineCall({
  method: "POST",
  path: "login",
  audience: "client",
  input: z.object({
    login: loginField,
    password: passwordField,
  }),
  reply: readLogin,
  aliases: [alias.loginRefused, alias.tooOften],
  summary: "Log in by phone or e-mail.",
});

export const loginByRedirect = defineCall({
  method: "POST",
  path: "login/redirect",
  audience: "client",
  input: z.object({ token: z.string().trim().min(1).max(500) }),
  reply: readLogin,
  aliases: [alias.loginRefused],
  summary: "Log in with a single-use redirect token.",
});

const relation = z
  .union([wireId, z.array(wireId)])
  .transform((ids) => [ids].flat())
  .pipe(z.array(z.string()).max(1));

export const personFields = {
  last_name: nameField(fieldMessages.lastName),
  first_name: nameField("Укажите имя."),
  sur_name: nameField(fieldMessages.surName),
  phone: phoneField,
  email: emailField,
};

export const companyFields = {
  company_inn: innField,
  company_actual_name_organization: optionalText(companyRules.company_actual_name_organization),
  company_actual_address_organization: requiredText(
    "Укажите фактический адрес.",
    companyRules.company_actual_address_organization,
  ),
  company_segment_id: requiredId("Выберите сегмент.", companyRules.company_segment_id),
};

/** The optional texts of a member's registration, each empty when it is missing. */
export const memberTexts = z.object(optionalTexts(memberTextRules));

/** What a member's registration asks of the person and the company; the form has the same fields. */
export const memberFields = {
  ...companyFields,
  ...personFields,
  ...memberTexts.shape,
};

const registrationOrigin = {
  related_to_user_id: relation.default([]),
  is_allow_email_notify: z.coerce.number().int().min(0).max(1).default(0),
  invite_id: wireId.nullish(),
  referral_from_user_id: wireId.nullish(),
};

/** §3.3 */
export const managerRegistration = z.object({
  user_role: z.literal("manager"),
  ...personFields,
  ...registrationOrigin,
});

/** §3.2 */
export const memberRegistration = z.object({
  user_role: z.literal("member"),
  ...memberFields,
  ...registrationOrigin,
});

export const register = defineCall({
  method: "POST",
  path: "register",
  audience: "client",
  input: z.discriminatedUnion("user_role", [managerRegistration, memberRegistration]),
  reply: objectOf({ user_id: optionalId }),
  aliases: [alias.companyExists, alias.validation, alias.managerDisabled, alias.collision, alias.phoneNotServed],
  summary: "Register a manager or a member.",
});

export const logout = defineCall({
  method: "POST",
  path: "user/logout/device",
  audience: participants,
  input: noInput,
  reply: emptyReply,
  summary: "End the session of this token.",
});

export const sendRestoreLink = defineCall({
  method: "POST",
  path: "restore/password/send/link",
  audience: "client",
  input: z.object({ login: loginField }),
  reply: emptyReply,
  aliases: [alias.tooOften],
  summary: "Send a password recovery link; the answer is the same for known and unknown people.",
});

export const restorePassword = defineCall({
  method: "POST",
  path: "restore/password",
  audience: "client",
  input: z.object({ check_word: z.string().trim().min(1).max(200), email: emailField, new_password: newPasswordField }),
  reply: emptyReply,
  aliases: [alias.collision],
  summary: "Set a new password by the mailed check word.",
});

export const person = {
  id: optionalId,
  first_name: wireText,
  last_name: wireText,
  sur_name: wireText,
  phone: wireText,
  email: wireText,
};

const memberReply = rowOf({ ...person, companies: listWithin(companyReply) });
export type MemberRow = z.output<typeof memberReply>;

/** A manager's own member, with what is worth a call to them. */
const ownMemberReply = rowOf({
  ...person,
  companies: listWithin(companyReply),
  is_agreement_accepted: extensionField(flagOr(true)),
  /** False for somebody who has been in the club for a month and of whose purchases in this month no report tells. */
  bought_within_month: extensionField(flagOr(true)),
});
export type OwnMemberRow = z.output<typeof ownMemberReply>;

const managerReply = rowOf({ ...person, members: listWithin(memberReply) });
export type ManagerRow = z.output<typeof managerReply>;

export const userReply = z.object({
  ...person,
  promo_group: promoGroup,
  is_system: wireFlag,
  points: objectOf({ points: optionalNumber }, { scalar: "points" }),
  employee_position: wireText,
  is_agreement_accepted: wireFlag,
  /** A reply that says nothing of the banner has none to show. */
  is_banner_shown: flagOr(true),
  /** The code in the participant's referral link; without one, the link has the id. */
  referral_code: extensionField(wireText),
  /** Its link leads to a page of the portal or to another site; it may be left out. */
  banner: extensionField(optionalObjectOf({ title: wireText, text: wireText, link: wireText })),
  /** Until when the mailed password opens the account. Empty where the person has chosen the password. */
  password_valid_until: extensionField(wireDate),
  /** The counters of the menu (§4.5); an upstream that leaves them out is asked for each. */
  unseen_prizes: extensionField(optionalNumber),
  unseen_promotions: extensionField(optionalNumber),
  managers: optionalListWithin(managerReply),
  members: optionalListWithin(ownMemberReply),
  companies: optionalListWithin(companyReply),
  curator: optionalObjectOf({
    id: optionalId,
    name: wireText,
    company: wireText,
    phone: extensionField(wireText),
    email: extensionField(wireText),
  }),
  /** Who serves a member's shop. */
  manager: extensionField(optionalObjectOf({ name: wireText, phone: wireText, email: wireText })),
});
export type User = z.output<typeof userReply>;

export const profile = defineCall({
  method: "GET",
  path: "user/profile",
  audience: participants,
  input: noInput,
  reply: prepare(userReply, (value) => unwrapObject(value, Object.keys(userReply.shape))),
  summary: "The current participant, with the people and companies of the role.",
});

export const acceptAgreement = defineCall({
  method: "POST",
  path: "user/accept/agreement",
  audience: participants,
  input: noInput,
  reply: objectOf({
    /** What waited for it: all points, and how many sales and invitations they are for. */
    credited_points: extensionField(optionalNumber),
    credited_sales: extensionField(optionalNumber),
    credited_invites: extensionField(optionalNumber),
  }),
  summary: "Accept the programme rules; points that waited for it are credited.",
});

export const markBannerShown = defineCall({
  method: "POST",
  path: "user/banner",
  audience: participants,
  input: noInput,
  reply: emptyReply,
  summary: "Mark the message banner as seen.",
});

export const sendPhoneCode = defineCall({
  method: "POST",
  path: "confirm/phone",
  audience: "client",
  input: z.object({ phone: phoneField, code: activationCodeField.optional() }),
  reply: objectOf({ resend_after: optionalNumber }),
  aliases: [alias.codeWrong, alias.tooOften, alias.phoneNotServed],
  summary: "Send an activation code to the phone, or confirm the phone with the code.",
});

export const checkDocuments = defineCall({
  method: "GET",
  path: "user/curator/check/documents",
  audience: participantsOf("curator", "manager", "member"),
  input: noInput,
  reply: objectOf(
    {
      status: wordOf(documentStatuses).transform((status) => status || "none"),
      reason: wireText,
      // In roubles: the prizes of this year, and the amount up to which no documents are needed.
      year_total: extensionField(optionalNumber),
      year_limit: extensionField(optionalNumber),
    },
    { scalar: "status" },
  ),
  summary: "The state of the participant's personal documents, and this year's prizes against the limit without them.",
});

export const unsubscribe = defineCall({
  method: "GET",
  path: "mailings/unsubscribe",
  audience: "client",
  input: z.object({ id: z.string().min(1).max(100), hash: z.string().min(1).max(200) }),
  reply: emptyReply,
  aliases: [alias.notFound],
  summary: "Unsubscribe from the mailing list by the link of a mail.",
});

export const exportMembers = defineCall({
  method: "GET",
  path: "user/profile/export/members",
  audience: participantsOf("manager"),
  input: noInput,
  reply: "file",
  summary: "The manager's retail members as CSV.",
});

export const exportManagers = defineCall({
  method: "GET",
  path: "user/profile/export/managers",
  audience: participantsOf("curator"),
  input: noInput,
  reply: "file",
  summary: "The curator's managers as CSV.",
});

export const addCompany = defineCall({
  method: "POST",
  path: "user/profile/add/company",
  audience: ["member"],
  input: z.object(companyFields),
  reply: objectOf(companyShape),
  aliases: [alias.companyExists, alias.validation],
  summary: "Add a company to the member's own.",
});

export const addRelation = defineCall({
  method: "POST",
  path: "user/profile/add/relation",
  audience: participantsOf("manager", "member"),
  input: z.object({ related_to_user_id: relation.pipe(z.array(z.string()).length(1, choiceMessages.distributor)) }),
  reply: emptyReply,
  aliases: [alias.collision],
  summary: "Assign the participant to a distributor.",
});

const joinDigits = (typed: string) => typed.replace(/\s/g, "");

export const passportFields = {
  last_name: nameField(fieldMessages.lastName),
  first_name: nameField("Укажите имя."),
  sur_name: nameField(fieldMessages.surName),
  birth_date: pastDateField("Укажите дату рождения.", documentRules.birth_date, fieldMessages.birthDate),
  passport_series: patternText("Укажите серию.", documentRules.passport_series, "Серия — 4\u00a0цифры.").transform(
    joinDigits,
  ),
  passport_number: patternText("Укажите номер.", documentRules.passport_number, "Номер — 6\u00a0цифр.").transform(
    joinDigits,
  ),
  passport_issue_date: pastDateField(
    "Укажите дату выдачи.",
    documentRules.passport_issue_date,
    fieldMessages.passportIssueDate,
  ),
  passport_issued_by: requiredText("Укажите, кем выдан паспорт.", documentRules.passport_issued_by),
  /** Typed with a hyphen, a space or nothing between the two parts; sent as 000-000. */
  passport_code: patternText("Укажите код.", documentRules.passport_code, "Код вида 000-000.").transform((code) =>
    code.replace(/^(\d{3})\D?/, "$1-"),
  ),
  registration_address: requiredText("Укажите адрес регистрации.", documentRules.registration_address),
  inn: patternText("Укажите ИНН.", documentRules.inn, "ИНН физического лица — 12\u00a0цифр.").transform(joinDigits),
};

export const addDocuments = defineCall({
  method: "POST",
  path: "user/profile/add/documents",
  audience: participantsOf("curator", "manager", "member"),
  input: z.object(passportFields),
  files: ["passport_main", "passport_registration"],
  reply: objectOf({ status: wordOf(documentStatuses) }),
  aliases: [alias.collision, alias.tooLarge, alias.validation],
  summary: "Submit personal documents for prizes above the year's limit.",
});
