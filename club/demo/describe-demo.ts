import { resolve } from "node:path";
import type { ClubConfiguration } from "../platform/configuration";
import { DEMO_OPERATOR, DEMO_PASSWORD, demoAccounts } from "./demo-accounts";

/** What somebody who tries the demo has to know, in lines to print. */
export interface DemoLines {
  /** Whom to log in as, and where to read codes and letters. */
  readonly accounts: readonly string[];
  readonly operator: readonly string[];
}

export function describeDemo(configuration: Pick<ClubConfiguration, "settings" | "dataDir">): DemoLines {
  const lines = demoAccounts.map(({ phone, email, role }) => `  ${phone}  ${email.padEnd(27)} ${role}`);
  return {
    accounts: [`Демо-доступ, пароль для всех: ${DEMO_PASSWORD}`, ...lines, ...describeMail(configuration)],
    operator: [`  ${DEMO_OPERATOR}, пароль тот же; код настраивается при первом входе`],
  };
}

function describeMail({ settings, dataDir }: Pick<ClubConfiguration, "settings" | "dataDir">): string[] {
  if (settings.smtpUrl && settings.smsUrl) return [];
  return [`СМС и письма печатаются здесь и пишутся в ${resolve(dataDir, "outbox.jsonl")}`];
}
