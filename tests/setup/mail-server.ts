import { type AddressInfo, createServer, type Socket } from "node:net";

export interface MailServer {
  /** For SMTP_URL. */
  readonly url: string;
  /** The messages taken so far, as they came. */
  readonly mails: string[];
  close(): void;
}

/** What the server does with a message: a reply such as "250 taken", or null to break the connection without one. */
export type MailReply = string | null;

/**
 * A mail server with as much of SMTP as a plain message needs.
 * @param replies replaces the replies to some commands, and to a message under the name `text`
 * @param take decides by itself what becomes of each message; it is kept when the reply is positive
 */
export async function openMailServer(
  replies: Record<string, string> = {},
  take: (mail: string, socket: Socket) => Promise<MailReply> = async () => replies.text ?? "250 taken",
): Promise<MailServer> {
  const mails: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let inData = false;
    let text = "";
    const say = (line: string) => socket.write(`${line}\r\n`);
    const takeMail = async (mail: string) => {
      const reply = await take(mail, socket);
      if (reply === null) return socket.destroy();
      mails.push(mail);
      say(reply);
    };
    say("220 ready");
    socket.on("data", (chunk) => {
      text += chunk;
      if (inData) {
        if (!text.endsWith("\r\n.\r\n")) return;
        inData = false;
        const mail = text;
        text = "";
        void takeMail(mail);
        return;
      }
      const command = text.slice(0, 4).toUpperCase();
      if (!text.endsWith("\r\n")) return;
      text = "";
      inData = command === "DATA";
      say(replies[command] ?? (inData ? "354 go on" : command === "QUIT" ? "221 bye" : "250 fine"));
    });
    socket.on("error", () => undefined);
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
