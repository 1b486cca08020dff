import { Command as CommanderCommand } from "commander";
import { type ClubConfiguration, readClubConfiguration, readPortalVariables } from "../../platform/configuration";
import { hasEmbeddedDatabase } from "../../platform/db/embedded/find-running";
import { errorMessage } from "../../platform/db/error-message";
import { openReadReplica } from "../../platform/db/read-replica";
import { readPortalOrigin } from "../../platform/portal-origin";
import type { Check, ClubToCheck } from "../doctor/check";
import { clubChecks } from "../doctor/checks";
import { disk } from "../doctor/disk";
import { outsideChecks } from "../doctor/outside";
import { upstreamCredential } from "../doctor/upstream";
import { recordCommand } from "../record-event";
import { shellOperator } from "./act-command";
import type { ExaminingCommand } from "./command";
import { openCommandDatabase } from "./open-services";

interface Options {
  readonly mailTo?: string;
  readonly smsTo?: string;
}

/** Tries what the variables say, so that a wrong one shows before the first participant meets it. */
export const doctor: ExaminingCommand<Options> = {
  declare: () =>
    new CommanderCommand("doctor")
      .description(
        "Try what the variables say: database and its key, schema, clock, disk, mail and SMS gateways, the API at UPSTREAM_URL, and from outside the portal at PUBLIC_ORIGIN with its proxies and caches. Of a portal without a club only what it needs. Changes nothing, and ends with 1 when something is wrong.",
      )
      .option("--mail-to <address>", "also send a letter there")
      .option("--sms-to <phone>", "also send an SMS there, such as 79150001122"),
  async examine({ environment, options, print }) {
    let failures = 0;
    const tryAll = async <Subject>(checks: readonly Check<Subject>[], subject: Subject) => {
      for (const check of checks) {
        const outcome = await check.try(subject).then(
          (words) => ({ mark: "✓", words }),
          (error: unknown) => ({ mark: "✗", words: errorMessage(error) }),
        );
        if (outcome.mark === "✗") failures += 1;
        print(`${outcome.mark} ${check.name}: ${outcome.words}`);
      }
    };
    const portal = readPortalVariables(environment);
    const configuration = portal.isAlone ? null : readClubConfiguration(environment, { checksKeyFile: false });
    const hasDatabase = configuration && (configuration.databaseUrl || hasEmbeddedDatabase(configuration.dataDir));
    if (configuration && !hasDatabase) await tryAll([missingDatabase], configuration);
    const club = hasDatabase ? await openClubToCheck(configuration, options) : null;
    try {
      if (club) await tryAll(clubChecks, club.subject);
      const publicOrigin = club?.subject.settings.publicOrigin ?? portal.publicOrigin;
      await tryAll([disk, upstreamCredential, ...outsideChecks], { ...portal, publicOrigin });
      await club?.record();
    } finally {
      await club?.close();
    }
    print(failures === 0 ? "Everything is right." : `Wrong: ${failures}.`);
    return failures === 0 ? undefined : 1;
  },
};

/** To look for it would make it. */
const missingDatabase: Check<ClubConfiguration> = {
  name: "database",
  async try({ dataDir }) {
    throw new Error(
      `DATABASE_URL isn't set, and DATA_DIR (${dataDir}) has no database: the first start makes one. Where a club has run before, DATA_DIR is wrong`,
    );
  },
};

/** Opens the club as it is: nothing is migrated, and no key is made. */
async function openClubToCheck(configuration: ClubConfiguration, { mailTo, smsTo }: Options) {
  const { db, close } = await openCommandDatabase(configuration);
  const { databaseRead: read, databaseTimeouts: timeouts, hasPublicOrigin, settings } = configuration;
  // What fails without a database is told by the checks of it.
  const log = { info: () => undefined, warn: () => undefined };
  const readReplica = read && (await openReadReplica({ ...read, primary: db, timeouts, log }));
  const portalOrigin = hasPublicOrigin ? null : await readPortalOrigin(db).catch(() => null);
  const subject: ClubToCheck = {
    configuration,
    settings: { ...settings, ...(portalOrigin !== null && { publicOrigin: portalOrigin }) },
    ...{ db, readReplica, mailTo: mailTo ?? null, smsTo: smsTo ?? null },
  };
  return {
    subject,
    record: () => recordCommand(db, { now: () => new Date() }, "doctor", shellOperator()).catch(() => undefined),
    async close() {
      await readReplica?.close();
      await close();
    },
  };
}
