import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { carryOutUnansweredJob } from "../../club/operators/jobs";
import { findAct } from "../../club/operators/operator-parts";
import { decideActRequest } from "../../club/platform/acts/act-requests";
import { runAct } from "../../club/platform/acts/run-act";
import { login, profile, restorePassword, sendRestoreLink } from "../../contract/accounts";
import { checkAct, confirmAct } from "../../contract/operator/calls";
import { exchangePrize } from "../../contract/prizes";
import { addPerson, freshPhone, PASSWORD } from "../club/club-people";
import { act } from "../club/operators";
import { openTestClub, type TestClub } from "../setup/club";
import { addTestOperator } from "../setup/operators";

let club: TestClub;
beforeAll(async () => {
  club = await openTestClub({ now: "2026-06-15T09:00:00Z" });
});
afterAll(() => club.close());

const DAY_MS = 24 * 60 * 60 * 1000;

describe("an account that somebody else wants", () => {
  const takeOver = async () => {
    const owner = await addPerson(club);
    const email = `thief${owner.phone}@example.org`;
    await act(club, "change-contact", { person: owner.phone, email, reason: "Позвонил" });
    return { owner, email };
  };
  const linkTo = async (address: string, saying: string) => {
    const { text } = await club.lastMessage(address, saying);
    const link = new URL(/https?:\/\/\S+check_word=\S+/.exec(text)?.[0] ?? "");
    return { check_word: link.searchParams.get("check_word") ?? "", email: link.searchParams.get("email") ?? "" };
  };
  const recover = async (email: string) => {
    await club.ask(sendRestoreLink, { login: email });
    await club.ask(restorePassword, {
      ...(await linkTo(email, "Новый пароль для входа")),
      new_password: "thief-pass-77",
    });
    return (await club.ask(login, { login: email, password: "thief-pass-77" })).access_token;
  };
  const order = async (token: string) => {
    const prize = await club.db
      .selectFrom("prizes")
      .selectAll()
      .where("handler_system_name", "=", "phone")
      .executeTakeFirst();
    const operator = await club.db.selectFrom("mobile_operators").select("id").executeTakeFirst();
    const fields = { selected_additional_fields: ["79001234567", String(operator?.id), ""] };
    const input = { prize_id: String(prize?.id), basket_uuid: "basket", ...fields };
    return (await club.call(exchangePrize, input, { token })).refusal?.message ?? "";
  };

  test("§4.12 who has got it by a changed e-mail and a recovery orders nothing for a day", async () => {
    const { email } = await takeOver();
    const thief = await recover(email);
    expect(await order(thief)).toContain("заказы откроются через сутки");
    const { id } = await club.db
      .insertInto("operators")
      .values({ login: "support", full_name: "Поддержка", roles: ["support"] })
      .returning("id")
      .executeTakeFirstOrThrow();
    const support = { kind: "operator", id, login: "support", fullName: "Поддержка", roles: ["support"] } as const;
    const allowed = await runAct(club.club.services, support, findAct("allow-orders"), {
      person: email,
      reason: "Звонок",
    });
    if (allowed.state !== "waiting") throw new Error("One operator has opened the orders");
    expect(await order(thief)).toContain("заказы откроются через сутки");
    const owner = { kind: "shell", user: "root" } as const;
    const no = { yes: null, reason: "Не тот голос" };
    const answer = await decideActRequest(club.club.services, owner, findAct, allowed.requestId, no);
    expect(answer.state).toBe("refused");
    expect(await order(thief)).toContain("заказы откроются через сутки");
    club.clock.advance(DAY_MS - 60_000);
    expect(await order(thief)).toContain("заказы откроются через сутки");
    club.clock.advance(2 * 60_000);
    expect(await order(await club.logIn(email, "thief-pass-77"))).toContain("баллов");
  });

  test("§4.12 support alone doesn't silence the letter that tells of a changed contact", async () => {
    const { owner } = await takeOver();
    // As while the mail server is slow.
    const { id } = await club.db
      .insertInto("outbox")
      .values({
        channel: "email",
        recipient: owner.email,
        text: "Контакты изменены",
        next_attempt_at: new Date("2100-01-01"),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const support = await addTestOperator(club, ["support"]);
    const input = { actName: "give-up-message", message: String(id), reason: "Адреса нет" };
    const { request_id: requestId, seen } = await support.ask(checkAct, input);
    expect(await support.ask(confirmAct, { requestId, seen })).toMatchObject({
      state: "waiting",
      why_second_operator: [expect.stringContaining("не пробовали доставить")],
    });
    const failed = club.db.updateTable("outbox").set({ last_error: "no such mailbox" }).where("id", "=", id);
    await failed.execute();
    const again = await support.ask(checkAct, input);
    expect((await support.ask(confirmAct, { requestId: again.request_id, seen: again.seen })).state).toBe("done");
  });

  test("§4.12 support alone doesn't merge it into another account either, however long nobody answers", async () => {
    const [owner, thief] = [await addPerson(club), await addPerson(club)];
    const support = await addTestOperator(club, ["support"]);
    const input = { actName: "merge-people", person: thief.phone, duplicate: owner.phone, reason: "Один человек" };
    const { request_id: requestId, seen } = await support.ask(checkAct, input);
    expect((await support.ask(confirmAct, { requestId, seen })).state).toBe("waiting");
    club.clock.advance(2 * DAY_MS);
    await carryOutUnansweredJob.handle({}, club.club.services);
    await club.logIn(owner.phone, PASSWORD);
    const merged = club.db.selectFrom("users").select("merged_into_id").where("id", "=", owner.id);
    expect(await merged.executeTakeFirst()).toEqual({ merged_into_id: null });
  });

  test("§4.12 the old password, or an operator's second yes, opens orders at once", async () => {
    const { email } = await takeOver();
    expect(await order(await club.logIn(email, PASSWORD))).toContain("баллов");
    const { email: other } = await takeOver();
    const token = await recover(other);
    await act(club, "allow-orders", { person: other, reason: "Паспорт" });
    expect(await order(token)).toContain("баллов");
    // Once the day is over there is nothing to open.
    const { email: late } = await takeOver();
    club.clock.advance(DAY_MS);
    await expect(act(club, "allow-orders", { person: late, reason: "Паспорт" })).rejects.toMatchObject({ status: 422 });
  });

  test("§4.12 contacts that are somebody else's by now aren't taken back, and nothing changes", async () => {
    const { owner, email } = await takeOver();
    const link = await linkTo(owner.email, "прежние контакты вернутся");
    const newcomer = await addPerson(club, { email: owner.email.toUpperCase() });
    const { status, refusal } = await club.call(restorePassword, { ...link, new_password: "owner-pass-88" });
    expect([status, refusal?.message]).toEqual([409, expect.stringContaining("уже у другого участника")]);
    const emails = await club.db
      .selectFrom("users")
      .select("email")
      .where("id", "in", [owner.id, newcomer.id])
      .orderBy("id")
      .execute();
    expect(emails).toEqual([{ email }, { email: newcomer.email }]);
    await club.logIn(owner.phone, PASSWORD);
  });

  test("§4.12 a phone that is taken back is as confirmed as it was", async () => {
    const owner = await addPerson(club);
    await act(club, "change-contact", { person: owner.phone, phone: freshPhone(), reason: "Позвонил" });
    const link = await linkTo(owner.email, "прежние контакты вернутся");
    await club.ask(restorePassword, { ...link, new_password: "owner-pass-88" });
    await club.logIn(owner.phone, "owner-pass-88");
  });

  test("§4.12 the former e-mail is told with a link that takes the change back for a week, and what came after it too", async () => {
    const { owner, email } = await takeOver();
    const thief = await recover(email);
    await act(club, "change-contact", { person: email, email: `second${email}`, reason: "Ещё раз" });
    // The password of before the last change only is the thief's.
    expect(await order(await club.logIn(`second${email}`, "thief-pass-77"))).toContain("заказы откроются через сутки");
    const link = await linkTo(owner.email, "прежние контакты вернутся");
    await club.ask(restorePassword, { ...link, new_password: "owner-pass-88" });
    expect((await club.call(profile, {}, { token: thief })).status).toBe(401);
    const token = await club.logIn(owner.email, "owner-pass-88");
    expect(await order(token)).toContain("заказы откроются через сутки");
    // Neither the same link again nor that of the thief's mail gives it back to the thief.
    const again = await linkTo(email, "прежние контакты вернутся");
    for (const used of [link, again]) {
      const refused = await club.call(restorePassword, { ...used, new_password: "thief-pass-99" });
      expect(refused.status).toBe(422);
    }
    const [timely, late] = [await takeOver(), await takeOver()];
    const timelyLink = await linkTo(timely.owner.email, "прежние контакты вернутся");
    const lateLink = await linkTo(late.owner.email, "прежние контакты вернутся");
    const closed = await takeOver();
    const closedLink = await linkTo(closed.owner.email, "прежние контакты вернутся");
    await club.db.updateTable("users").set({ is_disabled: true }).where("id", "=", closed.owner.id).execute();
    const refused = await club.call(restorePassword, { ...closedLink, new_password: "owner-pass-88" });
    expect(refused.status).toBe(422);
    const kept = club.db.selectFrom("users").select("email").where("id", "=", closed.owner.id);
    expect(await kept.executeTakeFirst()).toEqual({ email: closed.email });
    club.clock.advance(7 * DAY_MS - 60_000);
    expect((await club.call(restorePassword, { ...timelyLink, new_password: "owner-pass-88" })).status).toBe(200);
    // The former mail may be in other hands by now, so the day begins anew.
    const back = await club.logIn(timely.owner.email, "owner-pass-88");
    expect(await order(back)).toContain("заказы откроются через сутки");
    club.clock.advance(2 * 60_000);
    expect((await club.call(restorePassword, { ...lateLink, new_password: "owner-pass-88" })).status).toBe(422);
  });
});
