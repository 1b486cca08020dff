import { stat } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import {
  CLAIM_SECONDS,
  deliverDueMessages,
  MAX_ATTEMPTS,
  retryDelaySeconds,
} from "../../../../club/platform/outbox/deliver-messages";
import { clearDeliveredJob } from "../../../../club/platform/outbox/jobs";
import { sendMessage } from "../../../../club/platform/outbox/send-message";
import type { ClubSettings, Services } from "../../../../club/platform/services";
import { openTestClub, type TestClub } from "../../../setup/club";
import { keepConnections } from "../../../setup/kept-connections";
import { openMailServer } from "../../../setup/mail-server";

let club: TestClub;
beforeAll(async () => {
  club = await openTestClub({ work: false });
});
afterAll(() => club.close());
beforeEach(() => club.db.deleteFrom("outbox").execute());

interface Logged {
  fields: object;
  message: string;
}

/** The club's services with other gateways, and what they log. */
function configure(settings: Partial<ClubSettings>): { services: Services; logged: Logged[] } {
  const logged: Logged[] = [];
  const note = (fields: object, message: string) => void logged.push({ fields, message });
  const { services } = club.club;
  return {
    services: {
      ...services,
      settings: { ...services.settings, ...settings },
      log: { info: note, warn: note, error: note },
    },
    logged,
  };
}

const servers: { close(): unknown }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function openGateway(
  answer: (body: string, request: IncomingMessage) => number,
  headers: Record<string, string> = {},
): Promise<string> {
  const server: Server = keepConnections(
    createServer((request, response) => {
      let body = "";
      request.on("data", (chunk) => {
        body += chunk;
      });
      request.on("end", () => response.writeHead(answer(body, request), headers).end());
    }),
  );
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/sms`;
}

/** A mail server that ends with the test. */
async function openMail(replies?: Record<string, string>) {
  const server = await openMailServer(replies);
  servers.push(server);
  return server;
}

const rows = () => club.db.selectFrom("outbox").selectAll().orderBy("id").execute();
const sms = (text: string) => ({ channel: "sms" as const, to: "79000000001", text });
const mail = (text: string) => ({ channel: "email" as const, to: "a@example.com", subject: "Тема", text });

test("architecture: without gateways the messages of both channels are logged and written to outbox.jsonl, one line each", async () => {
  const { services, logged } = configure({});
  await sendMessage(club.db, services, sms("Раз"));
  await sendMessage(club.db, services, mail("Два"));
  await deliverDueMessages("sms", services);
  await deliverDueMessages("email", services);
  expect(await club.outbox()).toEqual([
    { at: expect.stringMatching(/^\d{4}-.*Z$/), channel: "sms", to: "79000000001", subject: "", text: "Раз" },
    { at: expect.stringMatching(/^\d{4}-.*Z$/), channel: "email", to: "a@example.com", subject: "Тема", text: "Два" },
  ]);
  expect(logged.map((line) => (line.fields as { text: string }).text)).toEqual(["Раз", "Два"]);
  // It has codes and passwords, which are nobody else's.
  const { mode } = await stat(join(services.settings.dataDir, "outbox.jsonl"));
  expect(mode & 0o777).toBe(0o600);
});

test("architecture: a demo prints its messages, so that codes can be read where it was started", async () => {
  const printed: string[] = [];
  const { services, logged } = configure({});
  const printing = { ...services, printMessage: (text: string) => void printed.push(text) };
  await sendMessage(services.db, services, { channel: "sms", to: "79005550001", text: "Код: 4821" });
  await deliverDueMessages("sms", printing);
  expect(printed).toEqual(["— 79005550001\nКод: 4821"]);
  expect(logged).toEqual([]);
});

test("architecture: each channel has its own gateway, and a message for a gateway is neither logged nor written to the file", async () => {
  const before = (await club.outbox()).length;
  const taken: unknown[] = [];
  const smsUrl = await openGateway((body, request) => {
    taken.push([JSON.parse(body), request.headers["idempotency-key"]]);
    return 200;
  });
  const { url: smtpUrl, mails } = await openMail();
  const { services, logged } = configure({ smsUrl, smtpUrl });
  await sendMessage(club.db, services, sms("Код 1234"));
  await sendMessage(club.db, services, mail("Plain words"));
  await deliverDueMessages("sms", services);
  await deliverDueMessages("email", services);
  const [first, second] = await rows();
  expect(taken).toEqual([[{ to: "79000000001", text: "Код 1234" }, `outbox-${first?.id}`]]);
  expect(mails).toHaveLength(1);
  expect(mails[0]).toContain("To: a@example.com");
  expect(mails[0]).toContain(`Message-ID: <outbox-${second?.id}@127.0.0.1>`);
  expect(mails[0]).toContain("Plain words");
  expect([first?.sent_at, second?.sent_at]).toEqual([expect.any(Date), expect.any(Date)]);
  expect(logged).toEqual([]);
  expect((await club.outbox()).length).toBe(before);
});

test("architecture: the club proves to the SMS gateway who it is, by a token or by user and password of the address", async () => {
  const proofs: (string | undefined)[] = [];
  const smsUrl = await openGateway((_body, request) => {
    proofs.push(request.headers.authorization);
    return 200;
  });
  const withUser = smsUrl.replace("//", "//club%40brand:p%C3%A4ss@");
  for (const settings of [{ smsUrl }, { smsUrl, smsToken: "t0ken" }, { smsUrl: withUser }]) {
    const { services } = configure(settings);
    await sendMessage(club.db, services, sms("Код"));
    await deliverDueMessages("sms", services);
  }
  expect(proofs).toEqual([undefined, "Bearer t0ken", `Basic ${Buffer.from("club@brand:päss").toString("base64")}`]);
});

test("§2.4.4 a message of a mailing has headers to unsubscribe, over https with one click; other messages have none", async () => {
  const { url: smtpUrl, mails } = await openMail();
  const { services } = configure({ smtpUrl });
  const link = (scheme: string) => `${scheme}://club.example.com/unsubscribe/mail?id=1&hash=2`;
  await sendMessage(club.db, services, { ...mail("By press"), unsubscribeUrl: link("https") });
  await sendMessage(club.db, services, { ...mail("By hand"), unsubscribeUrl: link("http") });
  await sendMessage(club.db, services, mail("A password"));
  await deliverDueMessages("email", services);
  const of = (words: string) => mails.find((text) => text.includes(words))?.replace(/\r\n\s+/g, " ") ?? "";
  expect(of("By press")).toContain(`List-Unsubscribe: <${link("https")}>`);
  expect(of("By press")).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
  expect(of("By hand")).toContain(`List-Unsubscribe: <${link("http")}>`);
  expect(of("By hand")).not.toContain("List-Unsubscribe-Post");
  expect(of("A password")).not.toContain("List-Unsubscribe");
});

test("architecture: a message whose gateway failed is tried again after growing delays until it is sent", async () => {
  let works = false;
  let calls = 0;
  const smsUrl = await openGateway(() => {
    calls++;
    return works ? 200 : 503;
  });
  const { services, logged } = configure({ smsUrl });
  await sendMessage(club.db, services, sms("Тайна"));
  await deliverDueMessages("sms", services);
  await deliverDueMessages("sms", services);
  expect(calls).toBe(1);
  expect(await rows()).toMatchObject([{ attempts: 1, sent_at: null, failed_at: null, last_error: "Error HTTP 503" }]);
  expect(JSON.stringify(logged)).not.toContain("Тайна");
  works = true;
  club.clock.advance(retryDelaySeconds(1) * 1000);
  await deliverDueMessages("sms", services);
  expect(await rows()).toMatchObject([{ attempts: 2, sent_at: expect.any(Date), last_error: null }]);
});

test("architecture: the delays double up to four hours, and after two days a message is marked as failed and stays stored", async () => {
  expect([1, 2, 3, 10, 11].map(retryDelaySeconds)).toEqual([15, 30, 60, 7680, 14_400]);
  let total = 0;
  for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt++) total += retryDelaySeconds(attempt);
  expect(total / 86_400).toBeGreaterThan(1.5);
  const { services } = configure({ smsUrl: "http://127.0.0.1:1/" });
  await sendMessage(club.db, services, sms("Раз"));
  await club.db
    .updateTable("outbox")
    .set({ attempts: MAX_ATTEMPTS - 1 })
    .execute();
  await deliverDueMessages("sms", services);
  expect(await rows()).toMatchObject([{ text: "Раз", sent_at: null, failed_at: expect.any(Date) }]);
});

test("architecture: the code of a message that is given up is deleted, other texts stay", async () => {
  const { services } = configure({ smsUrl: "http://127.0.0.1:1/" });
  await sendMessage(club.db, services, { ...sms("4321 — код клуба"), secret: true });
  await sendMessage(club.db, services, sms("Новость"));
  await deliverDueMessages("sms", services);
  expect((await rows()).map(({ text }) => text)).toEqual(["4321 — код клуба", "Новость"]);
  await club.db
    .updateTable("outbox")
    .set({ attempts: MAX_ATTEMPTS - 1, next_attempt_at: club.clock.now() })
    .execute();
  await deliverDueMessages("sms", services);
  expect(await rows()).toMatchObject([
    { text: "", failed_at: expect.any(Date) },
    { text: "Новость", failed_at: expect.any(Date) },
  ]);
});

test.each([
  ["the recipient", { RCPT: "550 no such mailbox" }, "Error EENVELOPE 550"],
  ["the text", { text: "554 not wanted" }, "Error EMESSAGE 554"],
])(
  "architecture: a mail server that refuses %s for good isn't asked again, and the log says so",
  async (_what, replies, reason) => {
    const { url: smtpUrl } = await openMail(replies);
    const { services, logged } = configure({ smtpUrl });
    await sendMessage(club.db, services, mail("Письмо"));
    await deliverDueMessages("email", services);
    expect(await rows()).toMatchObject([{ attempts: 1, failed_at: expect.any(Date), last_error: reason }]);
    expect(logged).toEqual([
      {
        fields: { message: expect.any(Number), channel: "email", attempts: 1, reason },
        message: "a message was refused for good",
      },
    ]);
  },
);

test.each([
  ["a recipient for now", { RCPT: "450 try later" }, "Error EENVELOPE 450"],
  ["the club's own address", { MAIL: "550 unknown sender" }, "Error EENVELOPE 550"],
])("architecture: a mail server that refuses %s is asked again", async (_what, replies, reason) => {
  const { url: smtpUrl } = await openMail(replies);
  const { services } = configure({ smtpUrl });
  await sendMessage(club.db, services, mail("Письмо"));
  await deliverDueMessages("email", services);
  expect(await rows()).toMatchObject([{ attempts: 1, failed_at: null, last_error: reason }]);
});

test.each([400, 413, 422])("architecture: an SMS that its gateway refuses with %i isn't sent again", async (status) => {
  const smsUrl = await openGateway(() => status);
  const { services, logged } = configure({ smsUrl });
  await sendMessage(club.db, services, sms("Тайна"));
  await deliverDueMessages("sms", services);
  const reason = `Error HTTP ${status}`;
  expect(await rows()).toMatchObject([{ attempts: 1, failed_at: expect.any(Date), last_error: reason }]);
  expect(logged).toMatchObject([{ fields: { reason }, message: "a message was refused for good" }]);
});

test.each([401, 403, 404, 408, 429, 500, 503])(
  "architecture: an SMS that its gateway refuses with %i is sent again, because the message isn't the reason",
  async (status) => {
    const smsUrl = await openGateway(() => status);
    const { services } = configure({ smsUrl });
    await sendMessage(club.db, services, sms("Тайна"));
    await deliverDueMessages("sms", services);
    expect(await rows()).toMatchObject([{ attempts: 1, failed_at: null, last_error: `Error HTTP ${status}` }]);
  },
);

test.each([302, 307, 308])("architecture: a code follows no redirect (%i) of the SMS gateway", async (status) => {
  let strangers = 0;
  const elsewhere = await openGateway(() => {
    strangers += 1;
    return 200;
  });
  const smsUrl = await openGateway(() => status, { Location: elsewhere });
  const { services } = configure({ smsUrl });
  await sendMessage(club.db, services, sms("Код 1234"));
  await deliverDueMessages("sms", services);
  expect(await rows()).toMatchObject([{ sent_at: null, failed_at: null, last_error: `Error HTTP ${status}` }]);
  expect(strangers).toBe(0);
});

test("architecture: a claim lasts while its process sends the message, however slow the gateway is", async () => {
  let answer: () => void = () => undefined;
  let calls = 0;
  const smsUrl = await new Promise<string>((resolve) => {
    const server = keepConnections(
      createServer((_request, response) => {
        calls++;
        answer = () => void response.writeHead(200).end();
      }),
    );
    servers.push(server);
    server.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/sms`));
  });
  const { services } = configure({ smsUrl });
  await sendMessage(club.db, services, sms("Раз"));
  const sending = deliverDueMessages("sms", services);
  await expect.poll(() => calls).toBe(1);
  const claimedUntil = (await rows())[0]?.next_attempt_at ?? new Date(0);
  club.clock.advance((CLAIM_SECONDS - 1) * 1000);
  await expect.poll(async () => (await rows())[0]?.next_attempt_at).not.toEqual(claimedUntil);
  club.clock.advance((CLAIM_SECONDS - 1) * 1000);
  await deliverDueMessages("sms", services);
  expect(calls).toBe(1);
  answer();
  await sending;
  expect(await rows()).toMatchObject([{ attempts: 1, sent_at: expect.any(Date) }]);
});

test("architecture: two processes at once deliver each message once", async () => {
  const texts: string[] = [];
  const smsUrl = await openGateway((body) => {
    texts.push((JSON.parse(body) as { text: string }).text);
    return 200;
  });
  const { services } = configure({ smsUrl });
  const wanted = Array.from({ length: 30 }, (_, index) => `Сообщение ${index}`);
  for (const text of wanted) await sendMessage(club.db, services, sms(text));
  await Promise.all([1, 2, 3].map(() => deliverDueMessages("sms", services)));
  expect(texts.sort()).toEqual(wanted.sort());
});

test("architecture: a message claimed by a killed process is delivered by the next one", async () => {
  const { services } = configure({});
  await sendMessage(club.db, services, sms("Из прошлой жизни"));
  // The row as it is after a process died between claiming a message and marking it as sent.
  const leaseEnd = new Date(club.clock.now().getTime() + CLAIM_SECONDS * 1000);
  await club.db.updateTable("outbox").set({ attempts: 1, next_attempt_at: leaseEnd }).execute();
  await deliverDueMessages("sms", services);
  expect((await rows())[0]?.sent_at).toBeNull();
  club.clock.advance((CLAIM_SECONDS + 1) * 1000);
  await deliverDueMessages("sms", services);
  expect((await club.outbox()).at(-1)?.text).toBe("Из прошлой жизни");
});

test("architecture: a message of a transaction that is rolled back is never sent", async () => {
  const { services } = configure({});
  await expect(
    club.db.transaction().execute(async (trx) => {
      await sendMessage(trx, services, sms("Никогда"));
      throw new Error("rolled back");
    }),
  ).rejects.toThrow("rolled back");
  expect(await rows()).toEqual([]);
});

test("architecture: secrets are sent first, and their text is deleted afterwards", async () => {
  const texts: string[] = [];
  const smsUrl = await openGateway((body) => {
    texts.push((JSON.parse(body) as { text: string }).text);
    return 200;
  });
  const { services } = configure({ smsUrl });
  for (let index = 0; index < 20; index++) await sendMessage(club.db, services, sms("Новость"));
  await sendMessage(club.db, services, { ...sms("1234"), secret: true });
  await deliverDueMessages("sms", services);
  expect(texts.indexOf("1234")).toBeLessThan(4);
  const stored = await rows();
  expect(stored.at(-1)?.text).toBe("");
  expect(stored[0]?.text).toBe("Новость");
});

test("architecture: text and recipient of a message are deleted thirty days after its end, those of a waiting one aren't", async () => {
  const { services } = configure({});
  await sendMessage(club.db, services, {
    ...mail("Не дошло"),
    unsubscribeUrl: "https://club.example.com/u?id=1&hash=2",
  });
  await club.db.updateTable("outbox").set({ failed_at: club.clock.now() }).execute();
  await sendMessage(club.db, services, sms("Доставлено"));
  await deliverDueMessages("sms", services);
  await sendMessage(club.db, services, mail("Ждёт"));
  await clearDeliveredJob.handle({}, services);
  expect((await rows()).map((row) => row.text)).toEqual(["Не дошло", "Доставлено", "Ждёт"]);
  club.clock.advance(30 * 24 * 60 * 60_000 + 1000);
  await clearDeliveredJob.handle({}, services);
  expect(await rows()).toMatchObject([
    { recipient: "", subject: "", text: "", unsubscribe_url: "", failed_at: expect.any(Date) },
    { recipient: "", text: "", sent_at: expect.any(Date) },
    { recipient: "a@example.com", text: "Ждёт" },
  ]);
});
