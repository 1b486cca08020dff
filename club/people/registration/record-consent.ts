import { createHash } from "node:crypto";
import path from "node:path";
import { type Participant, rulesCodes } from "../../../contract/values";
import { readLinks } from "../../contents/links";
import type { Consents } from "../../platform/db/schema";
import type { CallContext } from "../../platform/http/endpoint";
import { networkOf } from "../../platform/http/network-address";
import type { Trx } from "../../platform/services";

export type ConsentKind = Consents["kind"];

/** A text that somebody agrees to, as it is shown now. */
interface ConsentText {
  readonly title: string;
  readonly text: string;
  /** Where the portal's link leads; empty when the text has no document of its own. */
  readonly address: string;
  readonly file_name: string | null;
}

const MEDIA = "/media/";

/**
 * Records that a person agreed to the texts of the registration (§5.4, §5.5): the portal sends no registration without both
 * boxes ticked. Links that lead to other sites are recorded as addresses only.
 */
export async function recordRegistrationConsents(trx: Trx, context: CallContext, userId: number): Promise<void> {
  const links = await readLinks(trx);
  const texts = {
    privacy_policy: linkedText("Политика конфиденциальности", links.privacy_policy),
    personal_data: linkedText("Согласие на обработку персональных данных", links.personal_data_consent),
  } satisfies Partial<Record<ConsentKind, ConsentText | null>>;
  await recordConsent(trx, context, { userId, kind: "privacy_policy", text: texts.privacy_policy });
  await recordConsent(trx, context, { userId, kind: "personal_data", text: texts.personal_data });
}

/** Records that a participant accepted the rules of the own role (§4.11). */
export async function recordRulesConsent(trx: Trx, context: CallContext): Promise<void> {
  const { id: userId, participant } = context.actor;
  await recordConsent(trx, context, { userId, kind: "rules", text: await readRules(trx, participant) });
}

async function readRules(trx: Trx, participant: Participant): Promise<ConsentText | null> {
  const codes: Partial<Record<Participant, string>> = rulesCodes;
  const document = await trx
    .selectFrom("rules_documents")
    .select(["title", "text", "file_name"])
    .where("code", "=", codes[participant] ?? "")
    .executeTakeFirst();
  return document ? { ...document, address: document.file_name === null ? "" : MEDIA + document.file_name } : null;
}

function linkedText(title: string, address: string): ConsentText | null {
  if (address === "") return null;
  return { title, text: "", address, file_name: address.startsWith(MEDIA) ? path.posix.basename(address) : null };
}

async function recordConsent(
  trx: Trx,
  { services, address, requestId }: CallContext,
  { userId, kind, text }: { userId: number; kind: ConsentKind; text: ConsentText | null },
): Promise<void> {
  await trx
    .insertInto("consents")
    .values({
      user_id: userId,
      kind,
      text_digest: text && (await keepText(trx, text, services.now())),
      accepted_at: services.now(),
      address: networkOf(address),
      request_id: requestId,
    })
    .execute();
}

/** Stores a text once, for as long as somebody's consent names it. Returns its digest. */
async function keepText(trx: Trx, shown: ConsentText, now: Date): Promise<string> {
  const file = shown.file_name
    ? await trx.selectFrom("files").select(["name", "content"]).where("name", "=", shown.file_name).executeTakeFirst()
    : undefined;
  const text = { ...shown, file_name: file?.name ?? null };
  const parts = [text.title, text.text, text.address, file ? sha256(file.content) : ""];
  const digest = sha256(JSON.stringify(parts));
  await trx
    .insertInto("consent_texts")
    .values({ digest, ...text, first_accepted_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return digest;
}

function sha256(content: string | Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}
