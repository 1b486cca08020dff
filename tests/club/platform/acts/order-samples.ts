import { randomBytes } from "node:crypto";
import type { PrizeHandler } from "../../../../club/gifts/prizes/kinds";
import { findAct } from "../../../../club/operators/operator-parts";
import type { Operator } from "../../../../club/platform/acts/operator";
import { runAct } from "../../../../club/platform/acts/run-act";
import type { TestClub } from "../../../setup/club";
import { csv } from "../../gifts/orders/operator-desk";
import { placeOrder, prizeOf } from "../../gifts/orders/place-order";
import type { Sample } from "./samples";

const order =
  (handler: PrizeHandler, more: Record<string, string> = {}): Sample =>
  async (club) => ({ order: await number(club, handler), ...more });

const number = async (club: TestClub, handler: PrizeHandler) => String((await placeOrder(club, handler)).id);

const shell: Operator = { kind: "shell", user: "test" };
/** The number of an order that has the evidence to be completed. */
async function sentOrder(club: TestClub): Promise<string> {
  const { id } = await placeOrder(club, "souvenir");
  await club.db
    .updateTable("exchanges")
    .set({ status: "sent", tracking_number: "1234-5678" })
    .where("id", "=", id)
    .execute();
  return String(id);
}

const REASON = "Получатель не отвечает";

/** Samples of what operators do about orders. */
export const orderSamples: Readonly<Record<string, Sample>> = {
  "start-order": order("phone"),
  "complete-order": async (club) => ({ order: await sentOrder(club) }),
  "reopen-order": async (club) => {
    const input = { order: await sentOrder(club) };
    await runAct(club.club.services, shell, findAct("complete-order"), input);
    return { ...input, reason: REASON };
  },
  "refuse-order": order("card", { reason: REASON }),
  "set-tracking": order("souvenir", { number: "1234-5678" }),
  "ready-for-pickup": order("souvenir"),
  "set-withdrawal-status": order("phone", { status: "cancelled" }),
  "complete-orders": async (club) => ({ kind: "souvenir", orders: [await sentOrder(club), await sentOrder(club)] }),
  "refuse-orders": async (club) => ({
    file: csv("orders.csv", ["Заказ;Причина", `${await number(club, "phone")};${REASON}`]),
    orders: [await number(club, "card")],
    reason: REASON,
  }),
  "show-recipient": order("card"),
  "add-certificate-codes": async (club) => ({ file: await codesFile(club, 2) }),
  "issue-certificates": async (club) => {
    await placeOrder(club, "giftery");
    await addCodes(club, 1);
    return { prize: String(await prizeOf(club, "giftery")) };
  },
  "issue-certificate": async (club) => ({
    order: await number(club, "giftery"),
    code: `HAND-${randomBytes(6).toString("hex")}`,
    pin: "1234",
    expires: "2099-12-31",
  }),
  "show-certificate-code": async (club) => {
    const input = { order: await number(club, "giftery") };
    await addCodes(club, 1);
    await runAct(club.club.services, shell, findAct("issue-certificate"), input);
    return input;
  },
  "export-topups": async (club) => {
    await placeOrder(club, "phone");
    return {};
  },
  "export-payouts": async (club) => {
    await placeOrder(club, "card");
    return {};
  },
  "set-tax-limit": async () => ({ since: "2090-01-01", roubles: "5000" }),
  "tax-register": async (club) => {
    await runAct(club.club.services, shell, findAct("complete-order"), { order: await sentOrder(club) });
    return { year: String(club.clock.now().getFullYear()) };
  },
  "ledger-totals": async () => ({ csv: true }),
  "person-statement": async (club) => ({
    person: (await placeOrder(club, "phone")).person.phone,
    from: "2020-01-01",
    to: "2090-01-01",
  }),
  "read-agent-answer": async (club) => {
    const [paid, refused] = [await number(club, "phone"), await number(club, "phone")];
    await runAct(club.club.services, shell, findAct("export-topups"), {});
    return { file: csv("answer.csv", ["Заказ;Результат;Причина", `${paid};ок;`, `${refused};отказ;Номер не найден`]) };
  },
};

/** Codes that no file has had before. */
export async function codesFile(club: TestClub, count: number) {
  const prize = await prizeOf(club, "giftery");
  const row = () => `${prize};CODE-${randomBytes(6).toString("hex")};0042;31.12.2099`;
  return csv("codes.csv", ["Подарок;Код;PIN;Действует до", ...Array.from({ length: count }, row)]);
}

async function addCodes(club: TestClub, count: number): Promise<void> {
  const file = await codesFile(club, count);
  await runAct(club.club.services, shell, findAct("add-certificate-codes"), { file });
}
