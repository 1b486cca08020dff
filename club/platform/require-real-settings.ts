import { isPlaceholderAddress } from "../../contract/deployment";

/** The variables without which a real club works only in appearance. */
export interface RealSettings {
  readonly DATABASE_URL: string | null;
  readonly CLUB_DATA_KEY: string | null;
  readonly UPSTREAM_CLIENT_SECRET: string;
  readonly SMTP_URL: string | null;
  readonly SMS_URL: string | null;
  readonly MAIL_FROM: string;
}

/** Refuses the settings of a demo in a real club. @throws Error with a line for each variable, "NAME: what to do" */
export function requireRealSettings(settings: RealSettings): void {
  const errors: string[] = [];
  if (settings.UPSTREAM_CLIENT_SECRET === "portal-demo") {
    errors.push(
      "UPSTREAM_CLIENT_SECRET: the demo secret isn't allowed with an https PUBLIC_ORIGIN; set one of your own",
    );
  }
  if (settings.DATABASE_URL && !settings.CLUB_DATA_KEY) {
    errors.push("CLUB_DATA_KEY: every node needs the same key; make one with `openssl rand -hex 32`");
  }
  if (!settings.SMTP_URL) {
    errors.push(
      "SMTP_URL: is required; without it passwords and links are only printed, such as smtps://user:password@host",
    );
  }
  if (!settings.SMS_URL) {
    errors.push("SMS_URL: is required; without it codes are only printed, and nobody can confirm a phone");
  }
  for (const name of ["SMTP_URL", "SMS_URL"] as const) {
    const address = settings[name];
    if (address && isPlaceholderAddress(address)) errors.push(`${name}: must not be an address of example.com`);
  }
  if (isPlaceholderAddress(settings.MAIL_FROM)) {
    errors.push("MAIL_FROM: is required and must be an address of your own, not one of example.com");
  }
  if (errors.length > 0) throw new Error(errors.join("\n"));
}
