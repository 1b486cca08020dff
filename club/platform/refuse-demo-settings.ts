import { hasPlaceholderPassword, isPlaceholderAddress } from "../../contract/deployment";
import { CLIENT_SECRET_RULE, DEMO_CREDENTIAL } from "../../contract/settings";

const DATABASES = ["DATABASE_URL", "DATABASE_OWNER_URL", "DATABASE_POOLER_URL", "DATABASE_READ_URL"] as const;

/** The variables without which a real club works only in appearance. */
export interface RealSettings extends Readonly<Record<(typeof DATABASES)[number], string | null>> {
  readonly CLUB_DATA_KEY: string | null;
  readonly UPSTREAM_CLIENT_SECRET: string;
  readonly SMTP_URL: string | null;
  readonly SMS_URL: string | null;
  readonly SMS_TOKEN: string | null;
  readonly MAIL_FROM: string;
}

/** Refuses the settings of a demo in a real club. @param refuse takes a variable and what to do */
export function refuseDemoSettings(
  settings: RealSettings,
  refuse: (name: keyof RealSettings, words: string, others?: readonly (keyof RealSettings)[]) => void,
): void {
  if (settings.UPSTREAM_CLIENT_SECRET === DEMO_CREDENTIAL.clientSecret) {
    refuse("UPSTREAM_CLIENT_SECRET", CLIENT_SECRET_RULE);
  }
  if (settings.DATABASE_URL && !settings.CLUB_DATA_KEY) {
    refuse("CLUB_DATA_KEY", "every node needs the same key; make one with `openssl rand -hex 32`");
  }
  if (!settings.SMTP_URL) {
    refuse(
      "SMTP_URL",
      "is required; without it passwords and links are only printed, such as smtps://user:password@host",
    );
  }
  if (!settings.SMS_URL) {
    refuse("SMS_URL", "is required; without it codes are only printed, and nobody can confirm a phone");
  }
  for (const name of [...DATABASES, "SMTP_URL", "SMS_URL"] as const) {
    const address = settings[name];
    if (address && isPlaceholderAddress(address)) refuse(name, "must not be an address of example.com");
    else if (address && hasPlaceholderPassword(address)) refuse(name, "must not have the password of an example");
  }
  if (/^token$/i.test(settings.SMS_TOKEN ?? "")) {
    refuse("SMS_TOKEN", "must be the gateway's own, not that of an example");
  }
  if (isPlaceholderAddress(settings.MAIL_FROM)) {
    refuse("MAIL_FROM", "is required and must be an address of your own, not one of example.com");
  }
}
