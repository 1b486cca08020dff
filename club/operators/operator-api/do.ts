import type { z } from "zod";
import { checkAct, confirmAct, decideAct, downloadActFile, readRequest } from "../../../contract/operator/calls";
import type { Act } from "../../platform/acts/act";
import {
  type ActRequestView,
  confirmActRequest,
  decideActRequest,
  readActFile,
  readActRequest,
  checkAct as storeCheck,
} from "../../platform/acts/act-requests";
import type { Trx } from "../../platform/services";
import { type OperatorCallContext, operatorEndpoint } from "../call-context";
import { findAct } from "../operator-parts";
import { recordEvent } from "../record-event";
import { hasFreshCode, requireFreshCode } from "../require-code";
import { tellOwners } from "../tell-owners";
import { describeAct } from "./describe";

/** Forms with files: a report of 20 000 rows is about 3 MB, a table of articles more. */
const UPLOAD_LIMIT = 32 * 1024 * 1024;

export const checkActEndpoint = operatorEndpoint(
  checkAct,
  async ({ actName, ...values }, context) => {
    const { services, session, files } = context;
    const view = await storeCheck(services, session.operator, findAct(actName), { ...values, ...files });
    await recordView(context, "preview-act", view);
    return describeRequest(context, view);
  },
  { bodyLimit: UPLOAD_LIMIT },
);

export const readRequestEndpoint = operatorEndpoint(readRequest, async ({ requestId }, context) => {
  const { services, session } = context;
  const view = await readActRequest(services, session.operator, findAct, requestId);
  await recordView(context, "open-request", view);
  return describeRequest(context, view);
});

export const confirmActEndpoint = operatorEndpoint(confirmAct, async (input, context) => {
  const { services, session } = context;
  await requireCodeOf(context, input);
  const yes = { seen: input.seen, requestId: context.requestId };
  const tellOthers = async (trx: Trx, act: Act, askedBy: string) => {
    await recordEvent(trx, services, "ask-second-operator", context, {
      subject: { kind: "request", id: input.requestId },
      input: { act: act.name },
    });
    await tellOwners(trx, services, act, askedBy);
  };
  const view = await confirmActRequest(services, session.operator, findAct, input.requestId, yes, tellOthers);
  return describeRequest(context, view);
});

export const decideActEndpoint = operatorEndpoint(decideAct, async (input, context) => {
  const { services, session } = context;
  const yes = input.decision === "yes" ? { seen: input.seen, requestId: context.requestId } : null;
  if (yes) await requireCodeOf(context, input);
  const decision = { yes, reason: input.reason, requestId: context.requestId };
  return describeRequest(
    context,
    await decideActRequest(services, session.operator, findAct, input.requestId, decision),
  );
});

export const downloadActFileEndpoint = operatorEndpoint(downloadActFile, async ({ requestId }, context) => {
  const { services, session } = context;
  const file = await readActFile(services, session.operator, requestId);
  const subject = { kind: "request", id: requestId };
  await recordEvent(services.db, services, "download-file", context, { subject });
  return file;
});

/** A preview says what an act would find: whom it is about, balances, contacts. Whoever reads it leaves a row like any reader. */
async function recordView(
  context: OperatorCallContext,
  event: "preview-act" | "open-request",
  { id, act, outcome }: ActRequestView,
): Promise<void> {
  const subject = outcome.subject ?? { kind: "request", id };
  await recordEvent(context.services.db, context.services, event, context, { subject, input: { act: act.name } });
}

/** Asks for a fresh code when the act that is about to be done moves money or shows what is secret. */
async function requireCodeOf(
  context: OperatorCallContext,
  { requestId, code }: { requestId: string; code?: string | undefined },
): Promise<void> {
  const row = await context.services.db
    .selectFrom("act_requests")
    .select("act")
    .where("key", "=", requestId)
    .executeTakeFirst();
  if (row && findAct(row.act).needsCode) await requireFreshCode(context, code);
}

function describeRequest(
  { services, session }: OperatorCallContext,
  view: ActRequestView,
): z.input<typeof readRequest.reply> {
  const { id, state, act, outcome, seen, hasFile, askedBy, whySecondOperator, mayDecide, objection, input } = view;
  const isOpen = state === "checked" || state === "changed" || mayDecide;
  const { lines, table, points = 0, link, secrets = [] } = outcome;
  return {
    request_id: id,
    asked_by: askedBy,
    input,
    state,
    act: describeAct(act),
    seen,
    needs_second_operator: whySecondOperator.length > 0,
    why_second_operator: whySecondOperator,
    needs_code: isOpen && act.needsCode === true && !hasFreshCode(services, session),
    may_decide: mayDecide,
    objection: objection ?? "",
    outcome: { lines, points, ...(table && { table }), ...(link && { link }) },
    secrets,
    has_file: hasFile,
  };
}
