import type { Kysely } from "kysely";
import type { ClubConfiguration } from "../../platform/configuration";
import type { ReadReplica } from "../../platform/db/read-replica";
import type { Database } from "../../platform/db/schema";
import type { ClubSettings } from "../../platform/services";

/** Tries one thing that a portal or a club needs. */
export interface Check<Subject> {
  readonly name: string;
  /** Returns what was found to be right. @throws Error that says what is wrong and what to do */
  try(subject: Subject): Promise<string>;
}

/** A club as it is: its database may not answer, or not be migrated yet. */
export interface ClubToCheck {
  readonly configuration: ClubConfiguration;
  readonly settings: ClubSettings;
  /** As the owner of the tables. */
  readonly db: Kysely<Database>;
  readonly readReplica: ReadReplica | null;
  /** Where trial messages go; null: nowhere, and only the gateway is asked. */
  readonly mailTo: string | null;
  readonly smsTo: string | null;
}
