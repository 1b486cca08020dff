import { setTimeout as delay } from "node:timers/promises";
import { endLoad, loadSite, restart } from "./part-rolling";
import type { Report } from "./report";
import type { Topology } from "./topology";

/** nginx's `fail_timeout`: for so long it doesn't ask a node that has refused a connection. */
const FAIL_TIMEOUT_MS = 10_000;

/** A release is rolled out behind an nginx that knows the nodes and nothing else. */
export async function tryDefaults(topology: Topology, report: Report): Promise<void> {
  await report.attempt(
    "rolling restart behind nginx with its defaults, node after node once it is asked again, loses no request",
    async () => {
      const load = await loadSite(topology);
      const troubles: string[] = [];
      for (const node of topology.nodes) {
        troubles.push(...(await restart(node)));
        await delay(FAIL_TIMEOUT_MS + 1_000);
      }
      return endLoad(topology, load, troubles);
    },
  );
}
