import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describeLoad, type Load, startLoad } from "./load";
import { type Report, requireNone } from "./report";
import type { Node, Topology } from "./topology";
import { askSite, Visitor } from "./visitor";

const PER_SECOND = 20;
/** The load goes on for so long before, between and after the restarts. */
const PAUSE_MS = 1_000;

/** The load of this part: pages of guests and of a participant, forms that reach the club and forms of the portal alone. */
export async function loadSite({ port, postgres }: Pick<Topology, "port" | "postgres">): Promise<Load> {
  const ask = askSite(port);
  const visitor = new Visitor(ask);
  await visitor.logIn("79000000003");
  const [prize] = await postgres.query<{ prize: string; operator: string }>(
    `select (select id from prizes where handler_system_name = 'phone' order by id limit 1) as prize,
            (select id from mobile_operators order by id limit 1) as operator`,
  );
  const topUp = {
    prize_id: String(prize?.prize),
    recipient: "79001234567",
    operator: String(prize?.operator),
    cartCount: "1",
  };
  const guest = (path: string) => ({ path, isGuest: true });
  const own = (path: string) => ({ path, isGuest: false });
  return startLoad({
    ask,
    cookie: visitor.cookie,
    perSecond: PER_SECOND,
    pages: [
      guest("/"),
      own("/dashboard/points"),
      guest("/q&a"),
      own("/dashboard/profile"),
      own("/promo"),
      guest("/promo"),
    ],
    forms: [
      { path: "/dashboard/gifts/phone", fields: topUp },
      { path: "/cookies", fields: { to: "/" } },
      { path: "/agreement", fields: { agreement: "on" } },
    ],
  });
}

/** A release is rolled out: one process after the other stops and starts again, while people work. */
export async function tryRolling(topology: Topology, report: Report): Promise<void> {
  await report.attempt("rolling restart of every process behind nginx as shipped loses no request", async () => {
    const load = await loadSite(topology);
    await delay(PAUSE_MS);
    const troubles: string[] = [];
    for (const node of topology.nodes) {
      troubles.push(...(await restart(node)));
      await delay(PAUSE_MS);
    }
    return endLoad(topology, load, troubles);
  });
}

/** The same at sockets that outlive the processes: then nobody has to be there for those who come. */
export async function tryRollingAtSockets(topology: Topology, report: Report): Promise<void> {
  await tryRolling(topology, report);
  const together = { portals: topology.portals, clubs: topology.clubs };
  for (const [name, nodes] of Object.entries(together)) {
    await report.attempt(`a restart of all ${name} at once loses no request`, async () => {
      const load = await loadSite(topology);
      await delay(PAUSE_MS);
      const troubles = await Promise.all(nodes.map(restart));
      await delay(PAUSE_MS);
      return endLoad(topology, load, troubles.flat());
    });
  }
}

/** Stops and starts a node. @returns a sentence if it didn't end in order */
export async function restart({ process }: Node): Promise<string[]> {
  const code = await process.stop();
  await process.start();
  return code === 0 ? [] : [`${process.name} ended with ${code}`];
}

/** @returns what was measured @throws Error with the requests that failed */
export async function endLoad(topology: Topology, load: Load, troubles: readonly string[]): Promise<string> {
  const result = await load.end();
  const lines = result.failures.length > 0 ? await readNginxLog(topology) : [];
  requireNone([...troubles, ...lines, ...result.failures]);
  return describeLoad(result);
}

/** What nginx says of its nodes, beside the connections that they refuse. */
async function readNginxLog({ folder }: Topology): Promise<string[]> {
  const text = await readFile(path.join(folder, "nginx", "error.log"), "utf8");
  return text.split("\n").filter((line) => line !== "" && !line.includes("Connection refused"));
}
