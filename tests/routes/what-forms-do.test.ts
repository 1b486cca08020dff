import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { alias } from "../../contract/values";
import { describeCalls, listWrites } from "../setup/describe-calls";
import { toBody } from "../setup/form-body";
import { type BothPortals, openBothPortals } from "../setup/portal";
import { openBrowser, type Page } from "../setup/portal-browser";
import {
  type AnswerCall,
  openReplayedUpstream,
  type ReplayedUpstream,
  type SentCall,
} from "../setup/replayed-upstream";
import { type Visitor, visitors } from "../setup/visitors";
import { formSamples, nameForm } from "./form-samples";
import { describeMain, describeNotices, describeReply } from "./form-samples/describe-reply";
import type { FormSample, FormValues } from "./form-samples/form-sample";
import { type Intent, listIntents } from "./form-samples/list-intents";

/**
 * Every form of the portal, sent without script: what the upstream is asked, and what the person is answered, as the snapshots
 * beside this file have it. Whoever changes one of them reads the difference and then runs the file with `-u`.
 */

/** A Friday noon in Moscow, in the month of the recorded replies. */
const NOW = new Date("2026-11-20T09:00:00Z");

let upstream: ReplayedUpstream;
let portals: BothPortals;

beforeAll(async () => {
  vi.stubEnv("ORDER_PAUSE_MS", "0");
  upstream = await openReplayedUpstream();
  portals = await openBothPortals(upstream);
});
afterEach(() => {
  upstream.vary(undefined);
  upstream.answer(undefined);
});
afterAll(async () => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  await portals?.close();
  await upstream?.close();
});

/** What came of one form that was sent. */
interface Outcome {
  readonly calls: readonly SentCall[];
  /** Several where the form is sent once more to another address. */
  readonly pages: readonly Page[];
  /** The page after a redirect with a notice. */
  readonly next: Page | undefined;
}

/** Sends the form in a browser of its own. @param answer what the upstream answers meanwhile */
async function send(form: FormSample, who: Visitor, values: FormValues, answer?: AnswerCall): Promise<Outcome> {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  upstream.vary(form.given);
  const portal = form.isSpecified ? portals.specified : portals.portal;
  const browser = openBrowser(portal, who === "guest" ? "" : await portal.logIn(who));
  const { results = {} } = form;
  const answerAsGiven: AnswerCall = (call) =>
    call in results ? { status: 200, json: { success: true, result: results[call] ?? null } } : undefined;
  upstream.answer(answerAsGiven);
  await form.before?.(browser, { upstream, pass: (ms) => vi.setSystemTime(Date.now() + ms) });
  // What these steps have come to is no subject of the form.
  browser.forget("notice");
  upstream.takeSentCalls();
  upstream.answer((call) => answer?.(call) ?? answerAsGiven(call));
  const pages = [await browser.post(form.path, bodyOf(form, values))];
  for (let last = pages[0]; last?.status === 307 && last.location; last = pages.at(-1)) {
    pages.push(await browser.post(last.location, bodyOf(form, values)));
  }
  const calls = upstream.takeSentCalls();
  upstream.answer(answerAsGiven);
  const last = pages.at(-1);
  const isNoticed = form.showsNext || last?.headers.getSetCookie().some((line) => /^(__Host-)?notice=./.test(line));
  let next = isNoticed && last?.location ? await browser.open(last.location) : undefined;
  // The notice stays until a page shows it.
  for (let hops = 0; next?.location && hops < 3; hops++) next = await browser.open(next.location);
  return { calls, pages, next };
}

/** As a browser sends it: where a right form has files, all its entries are parts. */
function bodyOf({ values: right = {} }: FormSample, values: FormValues): URLSearchParams | FormData {
  const hasFiles = Object.values(right).some((value) => typeof value !== "string");
  return toBody(Object.entries(values), hasFiles);
}

/** A refusal with these messages, as the specification has it. */
const refuse = (status: number, ...errors: { field?: string; message: string; alias?: string }[]) => ({
  status,
  json: {
    success: false,
    errors: errors.map((error) => ({
      error_lang_alias: error.alias ?? alias.validation,
      error_display_message: error.message,
      ...(error.field && { field: error.field }),
    })),
  },
});

/** What the upstream may say instead of yes to a call. */
function listRefusals({ body, headers }: SentCall, form: FormSample): [title: string, ReturnType<typeof refuse>][] {
  const isJson = body !== "" && !headers.get("Content-Type")?.startsWith("multipart/");
  const sent = isJson ? Object.keys(JSON.parse(body)) : [...body.matchAll(/; name="(\w+)"/g)].map(([, name]) => name);
  const fields = [...new Set([...sent, ...Object.keys(form.values ?? {}), "of_no_form"])];
  const messages = fields.map((field) => ({ field, message: `Поле ${field} не подходит.` }));
  return [
    ["refuses every field", refuse(422, ...messages)],
    ["refuses without a field", refuse(409, { message: "Сейчас нельзя.", alias: alias.collision })],
    ["says that the session has ended", refuse(401, { message: "Войдите снова.", alias: alias.sessionGone })],
    ...(form.withoutOutage ? [] : [["fails", { status: 500, json: {} }] as [string, ReturnType<typeof refuse>]]),
  ];
}

/** Nobody's right value. */
const WRONG = "?";

function* listWrongValues({ values = {}, wrong = {}, also = {} }: FormSample): Generator<[string, FormValues]> {
  yield ["an empty form", values.intent === undefined ? {} : { intent: values.intent }];
  for (const name of Object.keys(values)) {
    if (name !== "intent") yield [`another ${name}`, { ...values, [name]: wrong[name] ?? WRONG }];
  }
  for (const [title, others] of Object.entries(also)) yield [title, { ...values, ...others }];
}

describe("what every form does", () => {
  test.each(formSamples.map((form) => [nameForm(form), form] as const))("architecture: %s", async (_, form) => {
    const { who, values = {} } = form;
    const lines: string[] = [];
    /** What has been told of this form, by the case in which it was. */
    const told = new Map<string, string>();
    const unlessTold = (what: string, title: string, texts: readonly string[]) => {
      const text = nameIds(texts.join("\n"));
      const earlier = told.get(text);
      if (text.includes("\n") && earlier === undefined) told.set(text, title);
      return earlier === undefined ? texts : [`${what} as with ${earlier}`];
    };
    const tell = async (title: string, sent: FormValues, { calls, pages, next }: Outcome) => {
      lines.push("", `## ${title}`, ...unlessTold("asks", title, await describeCalls(calls)));
      const replies = pages.flatMap((page) => describeReply(page, sent));
      lines.push(
        ...unlessTold("answers", title, [
          ...replies,
          ...(next ? describeNotices(next) : []),
          ...(next && form.showsNext ? describeMain(next) : []),
        ]),
      );
    };
    const right = await send(form, who, values);
    await tell(`right values, ${who}`, values, right);
    expect((right.pages.at(-1)?.status ?? 0) >= 400).toBe(form.isRefused ?? false);
    for (const [title, sent] of listWrongValues(form)) await tell(title, sent, await send(form, who, sent));
    const writes = new Map(listWrites(right.calls, form.reads).map((call) => [call.call, call]));
    for (const [name, call] of writes) {
      for (const [title, refusal] of listRefusals(call, form)) {
        const answer: AnswerCall = (made) => (made === name ? refusal : undefined);
        await tell(`the upstream ${title}: ${name}`, values, await send(form, who, values, answer));
      }
    }
    lines.push("", "## who may", ...(await describeVisitors(form)));
    expect(nameIds(lines.join("\n"))).toMatchSnapshot();
  });
});

/** What becomes of the form for each visitor, and for whom it is the same. */
async function describeVisitors(form: FormSample): Promise<string[]> {
  const groups = new Map<string, Visitor[]>();
  for (const visitor of visitors) {
    const { calls, pages } = await send(form, visitor, form.values ?? {});
    const writes = new Set(listWrites(calls, form.reads).map(({ call }) => call));
    const replies = pages.map(({ status, location }) => `${status} ${location ?? ""}`.trim());
    const outcome = [...replies, ...writes].join(", ");
    groups.set(outcome, [...(groups.get(outcome) ?? []), visitor]);
  }
  return [...groups].map(([outcome, names]) => `${names.join(", ")}: ${outcome}`);
}

/** Carts and their keys have random names. */
function nameIds(text: string): string {
  const names = new Map<string, string>();
  return text.replace(
    /(?<=^ *№ )[0-9A-F]{8}\b|\b[0-9a-f]{32}\b|\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gm,
    (id) => {
      if (RECORDED.test(id)) return id;
      const name = names.get(id) ?? `‹id ${names.size + 1}›`;
      names.set(id, name);
      return name;
    },
  );
}

/** Ids of the recorded replies and of the samples. */
const RECORDED = /^(17b4e6e2|c5a4c0de|bd0ea7fc|24faf664)/;

test("architecture: every route with an action has its form above", () => {
  const routes = Object.values(portals.portal.build.routes).flatMap((route) =>
    route && "action" in route.module && route.module.action ? [route.id] : [],
  );
  expect([...new Set(formSamples.map(({ route }) => route))].sort()).toEqual(routes.sort());
});

test("architecture: every intent that the sources name is sent by a form above", () => {
  const sent = formSamples.map(({ route, values }) => ({ file: `${route}.tsx`, intent: values?.intent }));
  const isSent = ({ file, intent }: Intent) =>
    sent.some((one) => one.intent === intent && (one.file === file || !file.startsWith("routes/")));
  const intents = listIntents();
  expect(intents.length).toBeGreaterThan(40);
  expect(intents.filter((intent) => !isSent(intent))).toEqual([]);
});
