import { z } from "zod";
import { pickRandom } from "../../../club/demo/random";
import { overviewCalls, calls as specified } from "../../../contract";
import { acceptAgreement, login, register, sendPhoneCode } from "../../../contract/accounts";
import { type CallDescriptor, pathParameters } from "../../../contract/call";
import { importReport } from "../../../contract/deals";
import { createInvite } from "../../../contract/invites";
import { createRequest } from "../../../contract/request";
import { acceptSaleClaim, claimSale } from "../../../contract/sale-claims";
import { retailForm } from "../../club/club-people";
import type { TestPerson } from "../../club/points/people";
import { makeCsv } from "../../files/report-files";
import { CLIENT_ID, CLIENT_SECRET } from "../../setup/club-call";
import { readMailedPassword } from "../../setup/outbox";
import { FOREIGN, type World } from "./world";

export type DishonestKind = "curator" | "manager" | "shop";

export interface DishonestParticipant {
  step(): Promise<void>;
  readonly breaches: string[];
}

const nameOf = ({ method, path }: CallDescriptor) => `${method} ${path}`;

/** Calls that end the own session, which the rest of the month still needs. */
const ENDS_SESSION = ["POST user/logout/device", "POST user/sessions/end/all"];
/** Fields that name a row, and values with which calls that have further ones answer. */
const NUMBERED = ["id", "user_id", "file_id", "report_id", "inn"];
const USUAL = { page: "1", per_page: "100", month: "2026-06", number: "1" };
const NUMBERS = ["1", "2", "700", "999", "1000", "2147483647", "-1", "0", "9007199254740993"];
const TEXTS = ["", "100", "SUMMER1", "Чужое1Q", "Чужое", "%", "2026-06", "2026-06-01", "W16-EXR", "'; drop", "😀"];
const JPEG = Buffer.from([
  0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0, 0xff, 0xd9,
]);

/** A participant of the first distributor who does at random whatever the role allows, and reads all that is answered. */
export function addDishonestParticipant(world: World, kind: DishonestKind, random: () => number): DishonestParticipant {
  const { club } = world;
  const self: TestPerson = world[kind];
  const participant = kind === "shop" ? "member" : kind;
  const own = [...specified, ...overviewCalls].filter(
    (call) =>
      Array.isArray(call.audience) && call.audience.includes(participant) && !ENDS_SESSION.includes(nameOf(call)),
  );
  const reading = own.filter(
    ({ method, input }) =>
      method === "GET" && input instanceof z.ZodObject && NUMBERED.some((field) => field in input.shape),
  );
  const breaches: string[] = [];
  let asked = 0;

  async function send(call: CallDescriptor, input: object, files: Record<string, File> = {}, token?: string) {
    const upstream = { origin: club.origin, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET };
    const placeholders = Object.fromEntries(pathParameters(call.path).map((name) => [name, "1"]));
    // Each try comes from another network, so that limits of addresses keep nobody.
    const address = `203.0.${Math.floor(asked / 250) % 250}.${asked++ % 250}`;
    const caller = { address, ...(token !== undefined && { token }) };
    const request = createRequest(upstream, call, { ...placeholders, ...input }, caller, { files });
    const response = await club.club.fetch(request);
    const text = Buffer.from(await response.arrayBuffer()).toString("utf8");
    const what = `${nameOf(call)} ${JSON.stringify(input)}`;
    if (response.status >= 500) breaches.push(`${what} answers ${response.status}`);
    const typed = JSON.stringify(input);
    const seen = (text.match(FOREIGN) ?? []).filter((word) => !typed.includes(word));
    if (seen.length > 0) breaches.push(`${what} shows ${seen[0]}`);
    return { status: response.status, text };
  }
  const sendAsSelf = (call: CallDescriptor, input: object, files?: Record<string, File>) =>
    send(call, input, files, self.token);

  async function callAnything(): Promise<void> {
    const call = pickRandom(own, random);
    const variants = call.input instanceof z.ZodDiscriminatedUnion ? call.input.options : [call.input];
    const variant = pickRandom(variants as z.AnyZodObject[], random);
    const names = await listNames(world);
    const draw = () => pickRandom(random() < 0.6 ? names : random() < 0.5 ? NUMBERS : TEXTS, random);
    const input: Record<string, string> = Object.fromEntries(
      Object.keys(variant.shape).map((field) => [field, draw()]),
    );
    for (const [field, value] of Object.entries(USUAL)) if (field in input && random() < 0.9) input[field] = value;
    await sendAsSelf(call, input);
  }

  /** Asks one reading call for everybody and everything by its number. */
  async function readAll(): Promise<void> {
    const call = pickRandom(reading, random);
    const { shape } = call.input as z.AnyZodObject;
    const field = Object.keys(shape).find((name) => NUMBERED.includes(name)) ?? "";
    const given = Object.entries(USUAL).filter(([name]) => name in shape);
    for (const value of await listNames(world)) {
      if (/^\d{1,9}$/.test(value) || field === "inn") {
        await sendAsSelf(call, { ...Object.fromEntries(given), [field]: value });
      }
    }
  }

  async function uploadReport(): Promise<void> {
    const sales = Array.from({ length: 1 + Math.floor(random() * 3) }, () => ({
      date: new Date(Date.UTC(2012 + Math.floor(random() * 14), 0, 1 + Math.floor(random() * 365)))
        .toISOString()
        .slice(0, 10),
      manager: pickRandom([world.manager.phone, world.otherManager.phone], random),
      shop: "Магазин",
      inn: pickRandom(Object.values(world.inns), random),
      articleCode: pickRandom(["W16-EXR", "K20-TT"], random),
      articleName: "Свеча",
      count: pickRandom(["90", "300", "500", "1000", "1001", "-5", "1e9"], random),
    }));
    const file = new File([new Uint8Array(makeCsv(sales))], "отчёт.csv");
    await sendAsSelf(importReport, {}, { file });
  }

  async function acceptClaim(): Promise<void> {
    const claims = await club.db.selectFrom("sale_claims").select("id").orderBy("id", "desc").limit(6).execute();
    if (claims.length === 0) return;
    const { id } = pickRandom(claims, random);
    const corrected = {
      article_code: "K20-TT",
      sell_date: "2026-05-30",
      sell_count: pickRandom(["1", "500", "999"], random),
    };
    await sendAsSelf(acceptSaleClaim, { id: String(id), manager_id: String(world.manager.id), ...corrected });
  }

  async function claim(): Promise<void> {
    const input = {
      article_code: "W16-EXR",
      sell_count: pickRandom(NUMBERS, random),
      sell_date: "2026-05-30",
      document_number: `УПД-${asked}`,
      curator_id: String(pickRandom([world.curator.id, world.otherCurator.id], random)),
      inn: pickRandom(Object.values(world.inns), random),
    };
    await sendAsSelf(claimSale, input, { photo: new File([JPEG], "photo.jpg", { type: "image/jpeg" }) });
  }

  /** An invited person, or one who came by the link, who doesn't exist: the participant has the phone and the mailbox too. */
  async function inviteInvented(): Promise<void> {
    const form = await retailForm(club);
    const target = { target_promo_group_system_name: "member", email: form.email };
    const names = { last_name: form.last_name, first_name: form.first_name, sur_name: form.sur_name };
    const { status } = kind === "shop" ? { status: 403 } : await sendAsSelf(createInvite, { ...names, ...target });
    const owner = await club.db
      .selectFrom("users")
      .select("referral_code")
      .where("id", "=", self.id)
      .executeTakeFirst();
    const invite = await club.db.selectFrom("invites").select("id").where("email", "=", form.email).executeTakeFirst();
    const origin = status < 400 ? { invite_id: invite?.id } : { referral_from_user_id: owner?.referral_code };
    await send(register, { ...form, ...origin });
    const textOf = async (recipient: string) =>
      (
        await club.db
          .selectFrom("outbox")
          .select("text")
          .where("recipient", "=", recipient)
          .orderBy("id", "desc")
          .execute()
      )
        .map(({ text }) => text)
        .join("\n");
    await send(sendPhoneCode, { phone: form.phone });
    const code = /\d{4}/.exec(await textOf(form.phone))?.[0] ?? "";
    await send(sendPhoneCode, { phone: form.phone, code });
    const password = readMailedPassword(await textOf(form.email));
    const { text } = await send(login, { login: form.phone, password });
    const token = /"access_token":"([^"]+)"/.exec(text)?.[1];
    if (token) await send(acceptAgreement, {}, {}, token);
  }

  const moves = {
    curator: [uploadReport, uploadReport, acceptClaim, inviteInvented, readAll],
    manager: [claim, inviteInvented, inviteInvented, readAll],
    shop: [claim, readAll, inviteInvented, enterPromoCode, enterPromoCode, enterPromoCode],
  } as const;

  async function enterPromoCode(): Promise<void> {
    const call = own.find((one) => nameOf(one) === "POST user/actions/promo-codes");
    if (!call) throw new Error("There is no call for promo codes");
    await sendAsSelf(call, { promo_code: `SUMMER${Math.floor(random() * 80)}` });
  }

  return {
    breaches,
    step: () => (random() < 0.4 ? callAnything() : pickRandom<() => Promise<void>>(moves[kind], random)()),
  };
}

/** What names people and what is theirs, of both distributors. */
async function listNames({ club, inns, ...world }: World): Promise<string[]> {
  const people = [world.curator, world.manager, world.shop, world.sharedShop, world.otherCurator, world.otherManager];
  const files = await club.db.selectFrom("report_files").select("id").orderBy("id", "desc").limit(4).execute();
  const claims = await club.db.selectFrom("sale_claims").select("id").orderBy("id", "desc").limit(4).execute();
  const deals = await club.db.selectFrom("deals").select("id").orderBy("id", "desc").limit(4).execute();
  return [
    ...people.flatMap(({ id, phone, email }) => [String(id), phone, email]),
    ...[...files, ...claims, ...deals].map(({ id }) => String(id)),
    ...Object.values(inns),
  ];
}
