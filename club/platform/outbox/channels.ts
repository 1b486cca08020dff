import { appendFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Services } from "../services";

/** A row of the outbox that is to be delivered now. */
export interface OutgoingMessage {
  readonly id: number;
  readonly channel: "sms" | "email";
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly unsubscribe_url: string;
  readonly attempts: number;
}

/** A gateway to which the messages of a channel are handed. */
export interface Channel {
  /**
   * @throws MessageRefusedError when the gateway will never accept the message
   * @throws Error when it didn't accept the message this time
   */
  send(message: OutgoingMessage): Promise<void>;
  /** Asks the gateway whether it would take messages, and sends none. @throws Error when it wouldn't */
  probe(): Promise<void>;
  close(): void;
}

/** The gateway's reply, its cause, says that sending this message again is no use. */
export class MessageRefusedError extends Error {
  override name = "MessageRefusedError";
}

const GATEWAY_TIMEOUT_MS = 20_000;

/** What a channel needs of the services. */
type ChannelServices = Pick<Services, "settings" | "log" | "printMessage" | "now">;

/** Opens the gateway that is configured for a channel; without one, messages go to the log and to `outbox.jsonl`. */
export function openChannel(channel: "sms" | "email", services: ChannelServices): Channel {
  const { smtpUrl, smsUrl, smsToken } = services.settings;
  if (channel === "email" && smtpUrl) return openSmtp(smtpUrl, services);
  if (channel === "sms" && smsUrl) return openSmsGateway(smsUrl, smsToken);
  return openLocalFile(services);
}

function openSmtp(smtpUrl: string, services: ChannelServices): Channel {
  const url = new URL(smtpUrl);
  for (const [name, value] of Object.entries({
    pool: "true",
    connectionTimeout: String(GATEWAY_TIMEOUT_MS),
    greetingTimeout: String(GATEWAY_TIMEOUT_MS),
    socketTimeout: String(GATEWAY_TIMEOUT_MS),
  })) {
    if (!url.searchParams.has(name)) url.searchParams.set(name, value);
  }
  // Half a megabyte of program, which only a club with a mail server of its own needs.
  const opening = import("nodemailer").then(({ createTransport }) => createTransport(url.href));
  const host = new URL(services.settings.publicOrigin).hostname;
  return {
    async send(message) {
      const mail = {
        from: services.settings.mailFrom,
        to: { name: "", address: message.recipient },
        subject: message.subject,
        text: message.text,
        ...(message.unsubscribe_url && unsubscribeHeaders(message.unsubscribe_url)),
        // Every attempt has the same id, so that a mail program recognizes a repeated message.
        messageId: `<outbox-${message.id}@${host}>`,
      };
      try {
        const transport = await opening;
        await transport.sendMail(mail);
      } catch (error) {
        throw isRefusalForGood(error) ? new MessageRefusedError("refused", { cause: error }) : error;
      }
    },
    async probe() {
      await (await opening).verify();
    },
    close() {
      // What fails at the opening fails each message.
      opening.then((transport) => transport.close()).catch(() => {});
    },
  };
}

/**
 * A reply of 500 and more (RFC 5321 §4.2.1) to the recipient or the text is about this message. In another step, such as
 * the log-in, it is about the club's settings, which an operator can correct before the last attempt.
 */
function isRefusalForGood(error: unknown): boolean {
  if (!(error instanceof Error && "command" in error && "responseCode" in error)) return false;
  return ["RCPT TO", "DATA"].includes(String(error.command)) && Number(error.responseCode) >= 500;
}

/** The headers by which mail programs offer to unsubscribe (RFC 2369). One-click unsubscribing needs https (RFC 8058). */
function unsubscribeHeaders(url: string) {
  const isOneClick = url.startsWith("https:");
  return {
    list: { unsubscribe: url },
    ...(isOneClick && { headers: { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" } }),
  };
}

/**
 * Replies of an SMS gateway that aren't about the message: it has no time, or it refuses the address or the credential of
 * SMS_URL, which an operator can correct before the last attempt. Any other status from 400 to 499 is about the message.
 */
const SMS_STATUSES_TO_REPEAT = new Set([401, 403, 404, 408, 429]);

/** The format is described in docs/operations.md. */
function openSmsGateway(smsUrl: string, token: string | null): Channel {
  const { address, authorization } = readGateway(smsUrl, token);
  return {
    async send(message) {
      const response = await fetch(address, {
        method: "POST",
        // A redirect would take a phone and its code to an address that nobody configured.
        redirect: "manual",
        headers: {
          "Content-Type": "application/json",
          "Idempotency-Key": `outbox-${message.id}`,
          ...(authorization && { Authorization: authorization }),
        },
        body: JSON.stringify({ to: message.recipient, text: message.text }),
        signal: AbortSignal.timeout(GATEWAY_TIMEOUT_MS),
      });
      await response.body?.cancel();
      if (response.ok) return;
      const { status } = response;
      const error = Object.assign(new Error(`the gateway answers ${status}`), { code: "HTTP", responseCode: status });
      const isFinal = status >= 400 && status < 500 && !SMS_STATUSES_TO_REPEAT.has(status);
      throw isFinal ? new MessageRefusedError("refused", { cause: error }) : error;
    },
    // A gateway has no question without a message: that it answers at all is what can be known.
    async probe() {
      const response = await fetch(address, {
        method: "HEAD",
        redirect: "manual",
        ...(authorization && { headers: { Authorization: authorization } }),
        signal: AbortSignal.timeout(GATEWAY_TIMEOUT_MS),
      });
      if ([401, 403].includes(response.status)) {
        throw new Error("the gateway refuses the credential: correct SMS_TOKEN, or user and password in SMS_URL");
      }
    },
    close: () => undefined,
  };
}

/** The address without its user and password, which `fetch` refuses, and how the club proves who it is. */
function readGateway(smsUrl: string, token: string | null) {
  const url = new URL(smsUrl);
  const user = decodeURIComponent(url.username);
  const password = decodeURIComponent(url.password);
  url.username = "";
  url.password = "";
  if (token !== null) return { address: url.href, authorization: `Bearer ${token}` };
  const basic = Buffer.from(`${user}:${password}`).toString("base64");
  return { address: url.href, authorization: user === "" ? undefined : `Basic ${basic}` };
}

/**
 * Without a gateway, appends each message to `outbox.jsonl` as one JSON line, for developers, and prints it in a demo. Elsewhere
 * it is logged.
 */
function openLocalFile(services: ChannelServices): Channel {
  const { settings, log, printMessage } = services;
  const { dataDir } = settings;
  return {
    async send({ channel, recipient, subject, text }) {
      const line = { at: services.now().toISOString(), channel, to: recipient, subject, text };
      await mkdir(dataDir, { recursive: true });
      await appendFile(join(dataDir, "outbox.jsonl"), `${JSON.stringify(line)}\n`, { mode: 0o600 });
      if (printMessage) printMessage([`— ${recipient}`, subject, text].filter(Boolean).join("\n"));
      else log.info({ channel, to: recipient, subject, text }, "a message without a gateway");
    },
    probe: async () => undefined,
    close: () => undefined,
  };
}
