import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import autocannon from "autocannon";
import { articles } from "../club/demo/articles";
import { newcomers } from "../club/demo/companies";
import { DEMO_PASSWORD } from "../club/demo/demo-accounts";
import { login } from "../contract/accounts";
import { importReport } from "../contract/deals";
import { exchangePrize, listMobileOperators, listPrizes } from "../contract/prizes";
import { runClub } from "../e2e/setup/club-command";
import { makeCsv, makeSales } from "../tests/files/report-files";
import { type BenchPortal, startPortal } from "./portal";
import { createCaller, curator, manager, openShop, submit } from "./shopper";

interface MixedOptions {
  readonly minutes: number;
  /** Pages a second. */
  readonly rate: number;
}

const CONNECTIONS = 16;
const ORDER_PAUSE_MS = 1_000;
/** Credited to the manager for each minute of orders. More at once would wait for a second operator. */
const POINTS_FOR_A_MINUTE = 10_000;
/** The club accepts sixty reports of a curator in an hour. */
const REPORT_PAUSE_MS = 60_000;
const REPORT_ROWS = 2_000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The pages that guests and participants open, each as often as it stands here. */
const PAGES = {
  guest: ["/", "/login", "/promo/", "/register/member", "/q&a/"],
  shop: [
    "/dashboard/sales/",
    "/dashboard/gifts/",
    "/dashboard/points/",
    "/dashboard/gifts/cart",
    "/dashboard/profile/",
  ],
  manager: ["/dashboard/sales/", "/dashboard/points/", "/dashboard/invite/"],
  curator: ["/dashboard/report/", "/dashboard/profile/"],
};

/** Asks for pages at a steady rate while a manager orders every second and a curator reports 2 000 sales every minute. */
export async function benchMixed({ minutes, rate }: MixedOptions): Promise<void> {
  const portal = await startPortal({ CLUB_DOCUMENTS_LIMIT: "1000000000" });
  try {
    const cookies: Record<keyof typeof PAGES, string> = {
      guest: "",
      shop: await openShop(portal),
      manager: await submit(portal, "/login", { login: manager.phone, password: DEMO_PASSWORD }),
      curator: await submit(portal, "/login", { login: curator.phone, password: DEMO_PASSWORD }),
    };
    const requests = Object.entries(PAGES).flatMap(([who, paths]) =>
      paths.map((path) => ({ path, headers: { accept: "text/html", cookie: cookies[who as keyof typeof PAGES] } })),
    );
    const seconds = minutes * 60;
    const ending = new AbortController();
    const memory: number[] = [];
    const others = Promise.all([
      repeat(ORDER_PAUSE_MS, ending.signal, await createOrder(portal, minutes)),
      repeat(REPORT_PAUSE_MS, ending.signal, await createReport(portal)),
      repeat(60_000, ending.signal, async () => {
        memory.push(Math.round((await portal.readMetric("process_resident_memory_bytes")) / 1e6));
      }),
    ]);
    const load = await autocannon({
      url: portal.origin,
      connections: CONNECTIONS,
      duration: seconds,
      overallRate: rate,
      requests,
    });
    ending.abort();
    const [orders, reports] = await others;
    const { latency, non2xx, errors, requests: answered } = load;
    console.log(
      `pages      ${answered.total}, ${Math.round(answered.total / load.duration)}/s, ${non2xx + errors} errors`,
    );
    console.log(`latency    p50 ${latency.p50} ms, p99 ${latency.p99} ms, longest ${latency.max} ms`);
    console.log(`orders     ${orders.done}, ${orders.failed} failed`);
    console.log(`reports    ${reports.done} of ${REPORT_ROWS} rows, ${reports.failed} failed`);
    console.log(`memory, MB ${memory.join(" ")}`);
    console.log(`ledger     ${(await runClub(portal.dataDir, "verify-ledger")).trim()}`);
  } finally {
    await portal.stop();
  }
}

async function createOrder(portal: BenchPortal, minutes: number): Promise<() => Promise<void>> {
  for (let minute = 0; minute < minutes; minute++) {
    const points = String(POINTS_FOR_A_MINUTE);
    await runClub(portal.dataDir, "correct-points", manager.phone, "credit", points, "--reason", "Замер");
  }
  const ask = createCaller(portal);
  const { access_token: token } = await ask(login, { login: manager.phone, password: DEMO_PASSWORD });
  const { items } = await ask(listPrizes, {}, { token });
  const prize = items.find(({ handler_system_name }) => handler_system_name === "phone");
  const [operator] = await ask(listMobileOperators, {}, { token });
  return async () => {
    const fields = [manager.phone, operator?.id ?? ""];
    const input = { prize_id: prize?.id ?? "", selected_additional_fields: fields, basket_uuid: randomUUID() };
    await ask(exchangePrize, input, { token, idempotencyKey: randomUUID() });
  };
}

/** Each report has the sales of another day. */
async function createReport(portal: BenchPortal): Promise<() => Promise<void>> {
  const ask = createCaller(portal);
  const { access_token: token } = await ask(login, { login: curator.phone, password: DEMO_PASSWORD });
  const shops = [{ inn: newcomers[0]?.inn ?? "", name: "Лавка" }];
  let daysAgo = 1;
  return async () => {
    daysAgo += 1;
    const day = new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);
    const content = makeCsv(makeSales({ managers: [manager], shops, articles }, REPORT_ROWS, day));
    await ask(importReport, {}, { token, files: { file: new File([new Uint8Array(content)], `${day}.csv`) } });
  };
}

/** Does something again and again until the end. */
async function repeat(pauseMs: number, signal: AbortSignal, act: () => Promise<void>) {
  const count = { done: 0, failed: 0 };
  while (!signal.aborted) {
    await act().then(
      () => {
        count.done += 1;
      },
      (error: unknown) => {
        count.failed += 1;
        if (count.failed === 1) console.error(error);
      },
    );
    await delay(pauseMs, undefined, { signal }).catch(() => undefined);
  }
  return count;
}
