import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseEnv } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { parseConfiguration } from "../../app/lib/configuration.server";
import { readClubConfiguration } from "../../club/platform/configuration";
import { requireRoles } from "../../server/roles";
import { ROOT } from "../architecture/sources";

const example = readFileSync(path.join(ROOT, ".env.example"), "utf8");
const dataDir = mkdtempSync(path.join(tmpdir(), "club-environment-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const SETTING = /^#([A-Z_]+)=(.*)$/;

/** Settings that follow each other without an explanation in between are switched on together. */
const groups = example
  .split("\n")
  .reduce<string[][]>((all, line) => {
    if (SETTING.test(line)) all.at(-1)?.push(line.slice(1));
    else all.push([]);
    return all;
  }, [])
  .filter((group) => group.length > 0);

const certificate = path.join(dataDir, "certificate.pem");
writeFileSync(certificate, "");

/** What a reader writes where the example has nothing after the sign. */
const FILLED: Readonly<Record<string, string>> = {
  OPERATOR_OIDC_CLIENT_ID: "console",
  OPERATOR_OIDC_CLIENT_SECRET: "of the provider",
  OPERATOR_OIDC_NAME: "Вход компании",
  UPSTREAM_CLIENT_ID: "brand",
  UPSTREAM_CLIENT_SECRET: "a secret of their own",
  CLUB_TLS_CERT: certificate,
  CLUB_TLS_KEY: certificate,
  CLUB_DATA_KEY: "07".repeat(32),
  SESSION_SECRETS: "0123456789abcdef0123456789abcdef",
  SMS_TOKEN: "token",
  DADATA_KEY: "key",
};

/** Settings that need others: those of the group that names them. */
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  PUBLIC_ORIGIN: [
    ...["TRUST_PROXY", "UPSTREAM_CLIENT_ID", "UPSTREAM_CLIENT_SECRET", "SESSION_SECRETS", "CLUB_DATA_KEY"],
    ...["SMTP_URL", "SMS_URL", "MAIL_FROM"],
  ],
  OPERATOR_OIDC_ISSUER: ["OPERATOR_ORIGIN"],
  DATABASE_OWNER_URL: ["DATABASE_URL"],
  DATABASE_POOLER_URL: ["DATABASE_URL"],
  DATABASE_READ_URL: ["DATABASE_URL"],
};

/** A `.env` with these lines of the example, read as Node reads it. */
function writeFile(lines: readonly string[], filled: boolean): Record<string, string | undefined> {
  const values = parseEnv(lines.join("\n"));
  if (filled) for (const [name, text] of Object.entries(FILLED)) if (values[name] === "") values[name] = text;
  return { ...values, DATA_DIR: dataDir };
}

/** What the start says to these variables: nothing, or a line for each problem. */
function judge(variables: Record<string, string | undefined>): string[] {
  const environment = { NODE_ENV: "production", ...variables } as NodeJS.ProcessEnv;
  const readers = [requireRoles, parseConfiguration, readClubConfiguration];
  return readers.flatMap((read) => {
    try {
      read(environment);
      return [];
    } catch (error) {
      return (error as Error).message.split("\n");
    }
  });
}

const nameOf = (line: string) => line.split("=", 1)[0] ?? "";
const find = (name: string) => groups.flat().find((line) => nameOf(line) === name) ?? "";

describe("architecture: .env.example", () => {
  test("architecture: a copy of it, as it is, says nothing", () => {
    expect(parseEnv(example)).toEqual({});
  });

  test.each(groups.map((group) => [group.map(nameOf).join(", "), group] as const))(
    "architecture: %s can be switched on as written, with what it needs",
    (_names, group) => {
      const further = group.flatMap((line) => NEEDS[nameOf(line)] ?? []).filter((name) => !group.includes(find(name)));
      // Roles are all by default, and a portal before another upstream has no club.
      const problems = judge(writeFile([...group, ...further.map(find)], true));
      // Mail and SMS of examples reach nobody, which a real club refuses.
      expect(problems.filter((problem) => !/must (not )?be an address of/.test(problem))).toEqual([]);
    },
  );

  test("architecture: a setting that is left empty counts as left out, for portal and club", () => {
    const named = groups.flat().map((line) => `${nameOf(line)}=`);
    expect(judge(writeFile(named, false))).toEqual([]);
    const environment = { DATA_DIR: dataDir, UPSTREAM_CLIENT_ID: "", UPSTREAM_CLIENT_SECRET: " ", CLUB_PORT: "" };
    const { settings, listener } = readClubConfiguration({ NODE_ENV: "production", ...environment });
    const { upstreamClientId, upstreamClientSecret } = parseConfiguration(environment);
    expect(settings).toMatchObject({ clientId: upstreamClientId, clientSecret: upstreamClientSecret });
    expect(listener).toBeNull();
  });

  test("architecture: a setting whose partner is left empty says which", () => {
    const group = groups.find((one) => one.some((line) => nameOf(line) === "OPERATOR_OIDC_ISSUER")) ?? [];
    expect(judge(writeFile([...group, find("OPERATOR_ORIGIN")], false))).toEqual([
      expect.stringMatching(/^OPERATOR_OIDC_CLIENT_ID: is needed/),
      expect.stringMatching(/^OPERATOR_OIDC_CLIENT_SECRET: is needed/),
    ]);
  });

  test("architecture: it explains every variable that is read, and no other", () => {
    const sources = ["app/lib/configuration.server.ts", "club/platform/configuration.ts"];
    const read = sources.flatMap((file) =>
      [...readFileSync(path.join(ROOT, file), "utf8").matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name = ""]) => name),
    );
    const known = new Set(read.filter((name) => name !== "NODE_ENV"));
    expect(groups.flat().map(nameOf).toSorted()).toEqual([...known].toSorted());
  });
});
