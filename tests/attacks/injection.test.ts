import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deliverDueMessages } from "../../club/platform/outbox/deliver-messages";
import { sendMessage } from "../../club/platform/outbox/send-message";
import { login } from "../../contract/accounts";
import { sendFeedback } from "../../contract/content";
import { listSessions } from "../../contract/extensions";
import { createInvite } from "../../contract/invites";
import { addPerson, PASSWORD } from "../club/club-people";
import { openTestClub, type TestClub } from "../setup/club";
import { type MailServer, openMailServer } from "../setup/mail-server";

let club: TestClub;
let server: MailServer;
const logged: string[] = [];
const keep = (fields: object, message: string) => void logged.push(`${JSON.stringify({ ...fields, message })}\n`);
beforeAll(async () => {
  club = await openTestClub({ work: false, log: { info: keep, warn: keep, error: keep } });
  server = await openMailServer();
});
afterAll(async () => {
  server?.close();
  await club?.close();
});
beforeEach(async () => {
  await club.db.deleteFrom("invites").execute();
  await club.db.deleteFrom("outbox").execute();
});

/** Breaks that end a line somewhere: in mail, in HTTP, in a log, in script. */
const BREAKS = ["\r\n", "\n", "\r", "\u0085", "\u2028", "\u0000"];

/** Delivers what waits in the outbox, and returns the mails with their headers apart. */
async function deliver() {
  const { services } = club.club;
  const taken = server.mails.length;
  await deliverDueMessages("email", { ...services, settings: { ...services.settings, smtpUrl: server.url } });
  return server.mails.slice(taken).map((mail) => {
    const [headers = "", ...text] = mail.split("\r\n\r\n");
    return { headers, text: text.join("\r\n\r\n") };
  });
}

describe("a break in a text", () => {
  test.each(BREAKS.filter((one) => one !== "\u0000"))(
    "architecture: %j begins no header of a mail, no second mail and no second recipient",
    async (lineBreak) => {
      const planted = [
        "Bcc: evil@example.org",
        "Content-Type: text/html",
        "",
        "<script>x</script>",
        ".",
        "MAIL FROM:<x@evil.example>",
      ];
      const text = ["Заказ", ...planted].join(lineBreak);
      await sendMessage(club.db, club.club.services, {
        channel: "email",
        to: "person@example.com",
        subject: text,
        text,
      });
      const mails = await deliver();
      expect(mails).toHaveLength(1);
      const headers = mails[0]?.headers ?? "";
      const names = headers
        .replace(/\r\n[ \t]/g, " ")
        .split("\r\n")
        .map((line) => line.split(":", 1)[0]);
      expect(names.sort()).toEqual([
        "Content-Transfer-Encoding",
        "Content-Type",
        "Date",
        "From",
        "MIME-Version",
        "Message-ID",
        "Subject",
        "To",
      ]);
      expect(headers).toMatch(/^Content-Type: text\/plain/m);
      expect(headers).toMatch(/^To: person@example\.com\r?$/m);
    },
  );

  test.each(BREAKS)("§5.3 %j in a name or an address is refused, so that it reaches no letter", async (lineBreak) => {
    const curator = await (await addPerson(club, { role: "curator" })).logIn();
    const target_promo_group_system_name = "member" as const;
    const person = {
      email: "new@example.org",
      first_name: "Олег",
      last_name: "Новиков",
      target_promo_group_system_name,
    };
    for (const changed of [
      { first_name: `Олег${lineBreak}Bcc: evil@example.org` },
      { last_name: `Нов${lineBreak}иков` },
      { email: `new@example.org${lineBreak}evil@example.org` },
    ]) {
      const { status } = await club.call(createInvite, { ...person, ...changed }, { token: curator });
      expect([changed, [400, 422].includes(status)]).toEqual([changed, true]);
    }
    const feedback = { name: `Олег${lineBreak}Bcc: e`, email: "a@example.org", message: "Как дела?" };
    expect([400, 422]).toContain((await club.call(sendFeedback, feedback)).status);
    expect(await club.db.selectFrom("outbox").select("id").execute()).toEqual([]);
  });

  test("architecture: a line of the log stays one line, and a browser's name stays a text", async () => {
    logged.length = 0;
    const { phone } = await addPerson(club);
    const userAgent = 'Mozilla\u0085\t{"level":60} <script>x</script>';
    const { access_token: token } = await club.ask(login, { login: phone, password: PASSWORD }, { userAgent });
    const [session] = await club.ask(listSessions, {}, { token });
    expect(session?.user_agent).not.toMatch(/[\r\n]/);
    // Texts with breaks and NUL where they are refused, and where the database would refuse them.
    for (const lineBreak of BREAKS) {
      const text = `x${lineBreak}{"level":60,"message":"planted"}`;
      await club.call(login, { login: text, password: text });
      await club.call(sendFeedback, { name: "Олег", email: "a@example.org", message: text });
    }
    expect(logged.filter((line) => line.slice(0, -1).includes("\n") || line.includes("planted"))).toEqual([]);
    expect(logged.filter((line) => line.includes('"level":60'))).toEqual([]);
  });
});
