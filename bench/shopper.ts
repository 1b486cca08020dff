import { setTimeout as delay } from "node:timers/promises";
import pLimit from "p-limit";
import { articles } from "../club/demo/articles";
import { newcomers } from "../club/demo/companies";
import { DEMO_PASSWORD, demoAccounts } from "../club/demo/demo-accounts";
import { acceptAgreement, login, profile, register, sendPhoneCode } from "../contract/accounts";
import type { CallDescriptor, CallInput, CallReply } from "../contract/call";
import { listSegments } from "../contract/companies";
import { importReport, listReports } from "../contract/deals";
import { listPrizes } from "../contract/prizes";
import { makeCsv, makeSales } from "../tests/files/report-files";
import { type CallOptions, CallRefused, makeCall } from "../tests/setup/club-call";
import { readMailedPassword, waitForMessage } from "../tests/setup/outbox";
import type { BenchPortal } from "./portal";

const PERSON = { phone: "79130005050", email: "fifty@example.com" };
const SALES = 50;
const REGISTRATIONS_AT_ONCE = 8;
export const [curator, manager] = demoAccounts;

/**
 * Registers a shop at the club as its owner would, and has a curator report fifty sales to it.
 * @returns the `Cookie` header of the owner's session, with two gifts in the cart
 */
export async function openShop(portal: BenchPortal): Promise<string> {
  const ask = createCaller(portal);
  const { access_token: curatorToken } = await ask(login, { login: curator.phone, password: DEMO_PASSWORD });
  const inn = newcomers[0]?.inn ?? "";
  const password = await registerOwner(portal, inn, (await ask(profile, {}, { token: curatorToken })).id, PERSON);
  const { access_token: token } = await ask(login, { login: PERSON.phone, password });
  await ask(acceptAgreement, {}, { token });
  await reportSales(portal, curatorToken, [inn]);
  const session = await submit(portal, "/login", { login: PERSON.phone, password });
  const { certificates } = await ask(listPrizes, {}, { token });
  let cart = "";
  for (const { id } of certificates.slice(0, 2)) {
    const form = { prize_id: id, cartCount: "1" };
    cart = await submit(portal, "/dashboard/gifts/giftery", form, `${session}; ${cart}`);
  }
  return `${session}; ${cart}`;
}

/**
 * Registers shops as their owners would, and has a curator report fifty sales to each of them.
 * @returns the `Cookie` headers of their sessions
 */
export async function openShops(portal: BenchPortal, count: number): Promise<string[]> {
  const ask = createCaller(portal);
  const { access_token: curatorToken } = await ask(login, { login: curator.phone, password: DEMO_PASSWORD });
  const { id: curatorId } = await ask(profile, {}, { token: curatorToken });
  const inns = Array.from({ length: count }, (_, index) => makeInn(index));
  const open = async (inn: string, index: number) => {
    const number = String(index).padStart(4, "0");
    const person = { phone: `7914000${number}`, email: `shop-${number}@example.com` };
    const password = await registerOwner(portal, inn, curatorId, person);
    const { access_token: token } = await ask(login, { login: person.phone, password });
    await ask(acceptAgreement, {}, { token });
    return submit(portal, "/login", { login: person.phone, password });
  };
  const inTurn = pLimit(REGISTRATIONS_AT_ONCE);
  const sessions = await Promise.all(inns.map((inn, index) => inTurn(() => open(inn, index))));
  await reportSales(portal, curatorToken, inns);
  return sessions;
}

/** An INN of 10 digits with the right check digit. */
function makeInn(index: number): string {
  const digits = `69${String(1_000_000 + index)}`;
  const weights = [2, 4, 10, 3, 5, 9, 4, 6, 8];
  const sum = weights.reduce((total, weight, place) => total + weight * Number(digits[place]), 0);
  return `${digits}${(sum % 11) % 10}`;
}

/** @returns the password that the club mails */
async function registerOwner(
  portal: BenchPortal,
  inn: string,
  curatorId: string,
  person: { phone: string; email: string },
): Promise<string> {
  const ask = createCaller(portal);
  const [segment] = await ask(listSegments, {});
  await ask(register, {
    user_role: "member",
    last_name: "Лавкин",
    first_name: "Семён",
    sur_name: "Семёнович",
    ...person,
    company_inn: inn,
    company_segment_id: segment?.id ?? "",
    company_actual_name_organization: "Лавка",
    company_actual_address_organization: "Тверь, Лесная, 4",
    related_to_user_id: [curatorId],
    is_allow_email_notify: 0,
  });
  await ask(sendPhoneCode, { phone: person.phone });
  const code = /^\d{4}/.exec((await waitForMessage(portal.dataDir, person.phone, "код клуба")).text)?.[0];
  await ask(sendPhoneCode, { phone: person.phone, code });
  const { text } = await waitForMessage(portal.dataDir, person.email, "Пароль:");
  return readMailedPassword(text);
}

async function reportSales(portal: BenchPortal, token: string, inns: readonly string[]): Promise<void> {
  const ask = createCaller(portal);
  const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  const shops = inns.map((inn) => ({ inn, name: "Лавка" }));
  const sales = makeSales({ managers: [manager], shops, articles }, SALES * inns.length, yesterday);
  const file = new File([new Uint8Array(makeCsv(sales))], "sales.csv");
  const { id } = await ask(importReport, {}, { token, files: { file } });
  for (let attempt = 0; attempt < 600; attempt++) {
    const [report] = (await ask(listReports, { file_id: id }, { token })).items;
    if (report?.status === "done" && report.failed === 0) return;
    await delay(100);
  }
  throw new Error("The sales weren't counted");
}

/** Sends a form to the portal. @returns the cookies of the answer as a `Cookie` header */
export async function submit(
  { origin }: BenchPortal,
  path: string,
  form: Record<string, string>,
  cookie = "",
): Promise<string> {
  const response = await fetch(origin + path, {
    method: "POST",
    headers: { Origin: origin, Cookie: cookie },
    body: new URLSearchParams(form),
    redirect: "manual",
  });
  if (response.status !== 303 && response.status !== 302) throw new Error(`POST ${path}: ${response.status}`);
  // A notice is shown once: by the next page a browser no longer has it.
  const cookies = response.headers.getSetCookie().filter((line) => !/max-age=0|^notice=/i.test(line));
  return cookies.map((line) => line.split(";", 1)[0]).join("; ");
}

export function createCaller({ clubOrigin }: BenchPortal) {
  return async <D extends CallDescriptor>(
    descriptor: D,
    input: CallInput<D>,
    options?: CallOptions,
  ): Promise<CallReply<D>> => {
    const { status, result, refusal } = await makeCall(fetch, clubOrigin, descriptor, input, options);
    if (refusal) throw new CallRefused(descriptor.path, status, refusal);
    return result as CallReply<D>;
  };
}
