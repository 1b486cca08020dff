import { profile, sendRestoreLink } from "../../contract/accounts";
import { importReport, listPoints, listReports } from "../../contract/deals";
import { importInvites } from "../../contract/invites";
import { exchangePrize } from "../../contract/prizes";

/** A step of a journey at which a fault can strike, before or after it. */
export type Point = (CallPoint | SqlPoint | MailPoint) & {
  readonly name: string;
  /** It comes several times in each journey. */
  readonly isRepeated?: boolean;
};

/** The portal's call to the club. */
interface CallPoint {
  readonly kind: "call";
  readonly path: string;
}

/** A statement of the club; `within` is an earlier one of the same transaction. */
interface SqlPoint {
  readonly kind: "sql";
  readonly statement: RegExp;
  readonly within?: RegExp;
}

/** A message reaches the mail server. */
interface MailPoint {
  readonly kind: "mail";
}

export type Journey = "exchange" | "order" | "report" | "invitations" | "outbox";

const call = (name: string, { path }: { path: string }): Point => ({ kind: "call", name, path });
const sql = (name: string, statement: RegExp): Point => ({ kind: "sql", name, statement });
const commit = (name: string, within: RegExp): Point => ({ kind: "sql", name, statement: /^commit$/i, within });

const repeated = (point: Point): Point => ({ ...point, isRepeated: true });

const insertExchanges = /insert into exchanges \(/;
const insertReport = /^insert into "report_files"/;
const insertDeals = /insert into deals \(/;
const insertTask = /^insert into "tasks"/;
const insertInvites = /insert into invites \(/;
const insertJob = /insert into pgboss\.job/i;
const insertMessage = /^insert into "outbox"/;

const exchange: readonly Point[] = [
  call("the call of the exchange", exchangePrize),
  sql("the look-up of the session", /from sessions join users/),
  sql("the reading of the gift", /from "prizes" where "id" =/),
  sql("the locks of the orders", /with people as materialized/),
  sql("the reading of what the orders depend on", /with ordered as/),
  sql("the rows of the orders", insertExchanges),
  commit("the commit of the orders", insertExchanges),
].map(repeated);

const delivery = [
  sql("the claim of a message", /^update "outbox" set "attempts"/),
  { kind: "mail", name: "the delivery of a message" } as const,
  sql("the mark of a sent message", /^update "outbox" set "sent_at"/),
].map(repeated);

const endOfJob = sql("the end of a job", /state = 'completed'/);

/** The steps of each journey. */
export const points: Readonly<Record<Journey, readonly Point[]>> = {
  exchange,
  order: [
    ...exchange,
    call("the reading of the balance", profile),
    call("the reading of the spent points", listPoints),
  ],
  report: [
    call("the upload of the report", importReport),
    call("the list of reports", listReports),
    sql("the row of the report", insertReport),
    commit("the commit of the upload", insertReport),
    sql("the start of the report", /^update "report_files" set "status"/),
    sql("the rows of the deals", insertDeals),
    sql("the entries of the deals", /with new_credits as/),
    sql("the errors of the report", /insert into report_errors \(/),
    sql("the progress of the report", /^update "report_files" set "processed"/),
    commit("the commit of a part of the report", insertDeals),
    endOfJob,
  ],
  invitations: [
    call("the upload of the list", importInvites),
    sql("the row of the list", insertTask),
    commit("the commit of the upload", insertTask),
    sql("the rows of the invitations", insertInvites),
    sql("the rows of the letters", insertMessage),
    sql("the letters of the invitations", /update invites set outbox_id/),
    sql("the progress of the list", /^update "tasks" set "processed"/),
    commit("the commit of the invitations", insertInvites),
    ...delivery,
    endOfJob,
  ],
  outbox: [
    repeated(call("the request for a letter", sendRestoreLink)),
    repeated(sql("the job of the letter", insertJob)),
    repeated(sql("the row of the letter", insertMessage)),
    repeated(commit("the commit of the letter", insertMessage)),
    ...delivery,
    endOfJob,
  ],
};
