import type { Json } from "../../contract/recorded-replies";
import { applyVariations, varyReply } from "../../contract/vary-reply";
import type { VaryReply } from "../../setup/replayed-upstream";

export const person = { last_name: "Петров", first_name: "Пётр", sur_name: "Петрович" };
export const contacts = { ...person, phone: "8 912 200-00-01", email: "sales@example.ru" };
export const consents = { policy: "on", dataAgreement: "on" };

export const list = () => new File(["E-mail;Фамилия\r\n"], "люди.csv", { type: "text/csv" });
export const scan = () => new File(["%PDF-1.7"], "скан.pdf", { type: "application/pdf" });
/** What the form of a passport takes. */
export const documents = {
  ...person,
  birth_date: "28.02.1985",
  passport_series: "4510",
  passport_number: "123456",
  passport_issue_date: "05.03.2010",
  passport_issued_by: "ОВД района",
  passport_code: "770001",
  registration_address: "г. Тверь, ул. Советская, д. 1",
  inn: "500100732259",
  passport_main: scan(),
  passport_registration: scan(),
};

export const program = () => new File(["MZ"], "скан.exe", { type: "application/x-msdownload" });

/** The profile of a member who hasn't accepted the rules and has no curator yet. */
export const asNewMember: VaryReply = (call, reply) => {
  if (call !== "GET user/profile" && call !== "GET user/overview") return undefined;
  const { result } = reply as { result: { [name: string]: Json } };
  return { success: true, result: { ...result, is_agreement_accepted: false, curator: null } };
};

const member = { access_token: "member", user_id: "14", promo_group: { system_name: "member" } };

/** A log-in with a token of the recorded upstream. */
export const loginResults = { "POST login": member, "POST login/redirect": member };

/** A promotion without dates runs today. */
export const withRunningPromotion: VaryReply = (call, reply) => {
  const dates = varyReply(reply).filter(({ field, change }) => /items\.\*\.date_/.test(field) && change === "null");
  return call.includes("actions/list/filter") ? applyVariations(reply, dates) : undefined;
};
