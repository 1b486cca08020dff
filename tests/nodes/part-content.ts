import { writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { answers } from "../setup/answers";
import { type Report, requireNone } from "./report";
import type { Topology } from "./topology";
import { askInTurn, askSite, Visitor } from "./visitor";

const PATIENCE_MS = 60_000;
const LOOK_MS = 100;
/** Twice what docs/operations.md promises, as the machine may be busy. */
const LONGEST_STALE_MS = 10_000;

/** What a visitor meets on several nodes: their own journey, a change of contents, assets of other releases, a stop. */
export async function tryContents(topology: Topology, report: Report): Promise<void> {
  const { portals, postgres, port, assetsDir } = topology;
  const ports = portals.map((portal) => portal.port);

  await report.attempt("each request of a visitor meets another portal, and the order is one", async () => {
    const visitor = new Visitor(askInTurn(ports));
    await visitor.logIn("79000000003");
    const [prize] = await postgres.query<{ id: string }>(
      "select id from prizes where name like 'Сертификат «%' order by price limit 1",
    );
    const count = async () =>
      (await postgres.query<{ count: number }>("select count(*)::int as count from exchanges"))[0]?.count ?? 0;
    const before = await count();
    const added = await visitor.submit("/dashboard/gifts/giftery", { prize_id: String(prize?.id), cartCount: "2" });
    if (added.status !== 303) throw new Error(`the gift wasn't put into the cart: ${added.status}`);
    const cart = await visitor.open("/dashboard/gifts/cart");
    if (!cart.text.includes("Сертификат")) throw new Error("the cart is empty at the other portal");
    const deadline = Date.now() + PATIENCE_MS;
    while ((await visitor.submit("/dashboard/gifts/order", { intent: "order" })).location !== "/dashboard/gifts") {
      if (Date.now() > deadline) throw new Error("the order did not end");
      await delay(LOOK_MS);
    }
    if ((await count()) !== before + 2) throw new Error(`${(await count()) - before} units were ordered instead of 2`);
    const points = await visitor.open("/dashboard/points");
    if (!points.text.includes("Сертификат")) throw new Error("the order isn't among the points");
  });

  await report.attempt(
    "a change of the contents is on every node within seconds although each keeps its pages for a minute",
    async () => {
      const read = async (at: number) => (await fetch(`http://127.0.0.1:${at}/q&a`)).text();
      await Promise.all(ports.map(read));
      const start = performance.now();
      await postgres.query("insert into questions (question, answer) values ('Что нового?', 'Клуб работает быстрее.')");
      const seen = await Promise.all(ports.map((at) => measureSight(start, () => read(at))));
      const slowest = Math.max(...seen);
      const measured = `${(slowest / 1000).toFixed(1)} s`;
      if (slowest > LONGEST_STALE_MS) throw new Error(`a node has shown the old contents for ${measured}`);
      return measured;
    },
  );

  await report.attempt(
    "scripts of earlier releases are served by every node; a missing one is kept by no cache",
    async () => {
      await writeFile(path.join(assetsDir, "earlier-12345678.js"), "export {};\n");
      const ask = askSite(port);
      const troubles: string[] = [];
      for (let turn = 0; turn < 4; turn++) {
        const kept = await ask("GET", "/assets/earlier-12345678.js", {}, "");
        if (kept.status !== 200) troubles.push(`the earlier script: ${kept.status}`);
        const missing = await ask("GET", `/assets/missing-${turn}.js`, {}, "");
        if (missing.status !== 404 || missing.headers["cache-control"] !== "no-store") {
          troubles.push(`a missing script: ${missing.status} ${missing.headers["cache-control"]}`);
        }
      }
      requireNone(troubles);
    },
  );

  await report.attempt("a node that drains says so at /readyz, serves on, and ends with 0", async () => {
    const [portal] = portals;
    if (!portal) throw new Error("there is no portal");
    const origin = `http://127.0.0.1:${portal.port}`;
    if (!(await answers(`${origin}/readyz`))) throw new Error("it isn't ready before");
    const ended = portal.process.stop();
    const deadline = Date.now() + PATIENCE_MS;
    while (await answers(`${origin}/readyz`)) {
      if (Date.now() > deadline) throw new Error("it stays ready");
      await delay(LOOK_MS);
    }
    const page = await fetch(`${origin}/login`);
    if (page.status !== 200) throw new Error(`a page while it drains: ${page.status}`);
    const code = await ended;
    if (code !== 0) throw new Error(`it ended with ${code}`);
    await portal.process.start();
  });
}

/** @returns how long after the start somebody has asked who got the new page: what its answer takes doesn't count */
async function measureSight(start: number, read: () => Promise<string>): Promise<number> {
  for (;;) {
    const asked = performance.now() - start;
    if ((await read()).includes("Что нового?")) return asked;
    if (asked > PATIENCE_MS) throw new Error("a node still shows the old contents");
    await delay(LOOK_MS);
  }
}
