import { appendFileSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { DEMO_PASSWORD } from "../../club/demo/demo-accounts";

/** What the journeys type and no page may show again, not even to the person. */
const TYPED_SECRETS = [DEMO_PASSWORD, "4111111111111111", "4111111111111112", "5555555555554444", "5469380173642959"];

/** What the journeys type of a passport; only the person's own pages may show it. */
const PASSPORT_TEXTS = ["Отделом УФМС", "500100732259"];

/** What looks like a secret wherever it stands: a sealed cookie, a credential, a field that holds one. */
const SECRET_FORMS = [
  /(?<![\w.-])2\.[\w-]{60,}/,
  /\b(?:Basic|Bearer) [\w+/=-]{12,}/,
  /"(?:password|new_password|current_password|access_token|access-token|cookie|set-cookie|authorization|card|passport_number)":"[^"]/i,
];

/** The line of a message that no gateway took: it has the message's text on purpose, since a demo has no other mailbox. */
const MESSAGE = "a message without a gateway";
/** A demo prints its accounts on purpose. */
const DEMO_ACCESS = `Демо-доступ, пароль для всех: ${DEMO_PASSWORD}`;

type Kind = "log" | "address";

/** Keeps what a server printed, or the addresses that a browser asked for, to be searched when the run is over. */
export function keepTrace(kind: Kind, source: string, text: string): void {
  const folder = process.env.E2E_TRACES;
  if (folder) appendFileSync(path.join(folder, `${kind}-${source}.txt`), text);
}

/** The secrets of these that a text contains, in groups of digits as well. */
export function findTypedSecrets(text: string): string[] {
  const joined = text.replace(/(?<=\d)[\s\u00a0-]+(?=\d)/g, "");
  return TYPED_SECRETS.filter((secret) => text.includes(secret) || joined.includes(secret));
}

interface Message {
  to: string;
  text: string;
}

/** Passwords and the secrets of links, each with the person to whom it was sent. */
function listIssued(messages: readonly Message[]): { to: string; secret: string }[] {
  return messages.flatMap(({ to, text }) =>
    [...text.matchAll(/Пароль:\s+(\S+)|[?&](?:check_word|token|hash)=([^&\s]+)/g)].map((match) => ({
      to,
      secret: match[1] ?? match[2] ?? "",
    })),
  );
}

/**
 * Searches everything that a run of the journeys left behind.
 * @returns a line for each place where a secret stands that doesn't belong there
 */
export function findLeaks(folder: string): string[] {
  const files = readdirSync(folder).map((name) => ({
    name,
    lines: readFileSync(path.join(folder, name), "utf8").split("\n"),
  }));
  const logs = files.filter(({ name }) => name.startsWith("log-"));
  const messages = logs.flatMap(({ lines }) => lines.filter((line) => line.includes(MESSAGE)).flatMap(readMessage));
  const issued = listIssued(messages);
  const leaks: string[] = [];
  for (const { name, lines } of files) {
    for (const [index, line] of lines.entries()) {
      if (line.includes(MESSAGE) || line === DEMO_ACCESS) continue;
      const found = name.startsWith("log-") ? findInLog(line) : findInAddress(line);
      const ofOthers = issued.filter(({ secret }) => line.includes(secret) && !isMailedLink(name, line));
      for (const what of [...found, ...ofOthers.map(({ secret }) => secret)]) {
        leaks.push(`${name}:${index + 1} has ${what}: ${line.slice(0, 500)}`);
      }
    }
  }
  for (const { to, secret } of issued) {
    const others = messages.filter((message) => message.to !== to && message.text.includes(secret));
    leaks.push(...others.map((message) => `the message to ${message.to} has what ${to} got: ${secret}`));
  }
  return leaks;
}

function readMessage(line: string): Message[] {
  try {
    const { to, text } = JSON.parse(line) as Partial<Message>;
    return [{ to: to ?? "", text: text ?? "" }];
  } catch {
    return [];
  }
}

function findInLog(line: string): string[] {
  const texts = PASSPORT_TEXTS.filter((text) => line.includes(text));
  return [...findTypedSecrets(line), ...texts, ...SECRET_FORMS.flatMap((form) => form.exec(line) ?? [])];
}

function findInAddress(line: string): string[] {
  const address = URL.canParse(line) ? decodeURI(line).replaceAll("+", " ") : line;
  const secret = isProviderCallback(line)
    ? /[?&](?:password|card|passport\w*)=[^&]/
    : /[?&](?:code|password|card|passport\w*)=[^&]/;
  const code = secret.exec(address) ?? [];
  return [...findTypedSecrets(address), ...PASSPORT_TEXTS.filter((text) => address.includes(text)), ...code];
}

/** A mailed link has its secret in the address of the home page, from where a redirect takes it (§2.4.3). */
function isMailedLink(name: string, line: string): boolean {
  return name.startsWith("address-") && /^https?:\/\/[^/]+\/\?/.test(line);
}

/** OpenID Connect hands over its code in the address. It works once, and only with secrets that never leave the server. */
function isProviderCallback(line: string): boolean {
  return /^https?:\/\/[^/]+\/login\/provider\/callback\?/.test(line);
}
