import { hashPhoneCode } from "../../../club/people/registration/hash-phone-code";
import * as accounts from "../../../contract/accounts";
import type { CallInput } from "../../../contract/call";
import { type CallSamples, samplesOf } from "./sample";
import type { Scene } from "./scene";
import { inns } from "./scene-people";

const person = (number: number) => ({
  last_name: "Новосёлов",
  first_name: "Никита",
  sur_name: "Наумович",
  phone: `7999000000${number}`,
  email: `Joining-${number}@guests.example`,
  is_allow_email_notify: 0,
});

async function shopForm(
  { club }: Scene,
  number: number,
  more: Partial<Extract<CallInput<typeof accounts.register>, { user_role: "member" }>>,
) {
  const segment = await club.db.selectFrom("segments").select("id").orderBy("id").executeTakeFirstOrThrow();
  const role = { user_role: "member", company_segment_id: String(segment.id), employee_position: "Хозяин" } as const;
  const company = { company_inn: inns.unknown, company_actual_address_organization: "Тверь, Новая, 1" };
  return { ...role, ...company, ...person(number), ...more };
}

/** How somebody joins the club. */
export const registrationSamples: readonly CallSamples[] = [
  samplesOf(accounts.register)({
    "a shop of a manager, with a promo code": async (scene) => ({
      input: await shopForm(scene, 1, {
        related_to_user_id: [String(scene.people.manager.id)],
        promo_code: "SPRING2",
        company_actual_name_organization: "Новосёл",
      }),
    }),
    "again, with another name": async (scene) => ({
      input: await shopForm(scene, 1, {
        related_to_user_id: [String(scene.people.otherCurator.id)],
        last_name: "Переселенцев",
      }),
    }),
    "a shop whose company is another's": async (scene) => ({
      input: await shopForm(scene, 2, {
        related_to_user_id: [String(scene.people.manager.id)],
        company_inn: inns.otherShop,
      }),
    }),
    "a shop that is invited": async (scene) => ({
      input: await shopForm(scene, 3, { invite_id: scene.invites.other ?? "", company_inn: "7707083893" }),
    }),
    "a manager of a distributor": ({ people }) => ({
      input: { user_role: "manager", ...person(4), related_to_user_id: [String(people.curator.id)] },
    }),
    "a manager whom a shop sends": ({ people }) => ({
      input: { user_role: "manager", ...person(5), referral_from_user_id: String(people.otherShop.id) },
    }),
    "a phone that is in the club": ({ people }) => ({
      input: {
        user_role: "manager",
        ...person(6),
        phone: people.shop.phone,
        related_to_user_id: [String(people.curator.id)],
      },
    }),
    "without a distributor": () => ({ input: { user_role: "manager", ...person(7) } }),
  }),
  samplesOf(accounts.sendPhoneCode)({
    "asked for": () => ({ input: { phone: person(4).phone } }),
    "asked for again at once": () => ({ input: { phone: person(4).phone } }),
    "asked for by a participant": ({ people }) => ({ input: { phone: people.shop.phone } }),
    "a wrong code": async (scene) => ({ input: { phone: await sendKnownCode(scene), code: "4321" } }),
    "the right code": ({ people }) => ({ input: { phone: people.unconfirmed.phone, code: "1234" } }),
    "the right code again": ({ people }) => ({ input: { phone: people.unconfirmed.phone, code: "1234" } }),
    "a phone of another country": () => ({ input: { phone: "74951234567" } }),
  }),
];

/** Sends a code to who hasn't confirmed the phone. Real ones are random. */
async function sendKnownCode({ club, people }: Scene): Promise<string> {
  const { phone } = people.unconfirmed;
  const sent_at = club.clock.now();
  const expires_at = new Date(sent_at.getTime() + 600_000);
  await club.db
    .insertInto("phone_codes")
    .values({ phone, code_hash: hashPhoneCode(phone, "1234"), attempts: 0, own_attempts: 0, sent_at, expires_at })
    .execute();
  return phone;
}
