import { chmod, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { demoAccounts } from "../../club/demo/demo-accounts";
import { outsideChecks } from "../../club/operators/doctor/outside";
import { answers } from "../setup/answers";
import { findFreePort } from "../setup/free-port";
import { Child } from "./child";
import { createNaiveCache } from "./naive-cache";
import { findProgram, hasPrograms } from "./programs";
import { type Report, requireNone } from "./report";
import type { Topology } from "./topology";
import { type Answer, type Ask, askInTurn, askSite, Visitor } from "./visitor";

const SHIPPED = fileURLToPath(new URL("../../deploy/varnish.vcl", import.meta.url));
/** Pages for guests and people alike. */
const PUBLIC = ["/", "/promo", "/q&a", "/rules", "/login"];
const PERSONAL = ["/dashboard/profile", "/dashboard/points"];
const [, manager, member] = demoAccounts;

/** Caches between visitors and portals: nobody may get another person's page, and whoever has logged in no guest's. */
export async function tryCaches(topology: Topology, report: Report): Promise<void> {
  const names = await readNames(topology);
  const portal = topology.portals[0]?.port ?? 0;
  const varnish = hasPrograms("the cache Varnish", "varnishd") ? await prepareVarnish(topology) : undefined;
  const tryVarnish = async (what: string, work: (port: number) => Promise<string>) => {
    if (!varnish) return;
    const { process, port } = varnish;
    await report.attempt(what, () => process.start().then(() => work(port)));
    await process.stop();
  };

  await report.attempt("nginx that keeps guests' pages keeps guests and people apart", async () =>
    describe(await visitThrough(askSite(topology.port), names)),
  );
  await tryVarnish("Varnish as shipped keeps guests and people apart, and doctor agrees", async (port) => {
    const seen = await visitThrough(askInTurn([port]), names);
    await askDoctor(port);
    return describe(seen);
  });
  await report.attempt("a cache that knows only addresses gives nobody a person's page, and doctor finds it", () =>
    withNaiveCache(portal, async (port) => {
      const { leaks, mistaken, kept } = await visitThrough(askInTurn([port]), names);
      requireNone(leaks);
      const trouble = await askDoctor(port).catch((error: Error) => error.message);
      if (!trouble.includes("the portal needs GUEST_CACHE_HEADER")) throw new Error(`doctor finds ${trouble}`);
      return `${kept} pages kept; people get a guest's page at ${mistaken.join(" ")}`;
    }),
  );

  await report.attempt("the portals start again with GUEST_CACHE_HEADER, and nginx with an empty cache", async () => {
    for (const { process } of topology.portals) {
      await process.stop();
      process.runWith({ GUEST_CACHE_HEADER: "Club-Cache-Control" });
      await process.start();
    }
    const kept = path.join(topology.folder, "nginx/cache");
    for (const name of await readdir(kept)) await rm(path.join(kept, name), { recursive: true });
  });
  await report.attempt("nginx keeps guests' pages that are private for everybody else", async () => {
    const seen = await visitThrough(askSite(topology.port), names);
    requirePrivate(seen);
    return describe(seen);
  });
  await report.attempt("a cache that knows only addresses keeps no page any more, and doctor agrees", () =>
    withNaiveCache(portal, async (port) => {
      const { leaks, mistaken, kept } = await visitThrough(askInTurn([port]), names);
      requireNone([...leaks, ...mistaken]);
      if (kept > 0) throw new Error(`${kept} pages kept`);
      return askDoctor(port);
    }),
  );
  await tryVarnish("Varnish keeps them, and a cache before it that knows only addresses doesn't", (behind) =>
    withNaiveCache(behind, async (port) => {
      const seen = await visitThrough(askInTurn([port]), names);
      requirePrivate(seen);
      const found = await askDoctor(port);
      if (!found.includes("keeps those of guests")) throw new Error(`doctor finds ${found}`);
      return describe(seen);
    }),
  );
}

async function withNaiveCache<T>(upstreamPort: number, work: (port: number) => Promise<T>): Promise<T> {
  const port = await findFreePort();
  const cache = createNaiveCache(upstreamPort).listen(port, "127.0.0.1");
  try {
    return await work(port);
  } finally {
    cache.close();
    cache.closeAllConnections();
  }
}

interface Seen {
  /** Pages that the cache has given to a second guest. */
  readonly kept: number;
  /** A sentence for each page of a person that somebody else got. */
  readonly leaks: readonly string[];
  /** Addresses at which whoever has logged in got a guest's page. */
  readonly mistaken: readonly string[];
  /** What guests' pages said to browsers and to caches on the way. */
  readonly policies: readonly string[];
}

function describe({ kept, leaks, mistaken }: Seen): string {
  requireNone([...leaks, ...mistaken.map((address) => `a guest's page at ${address}`)]);
  if (kept === 0) throw new Error("nothing was kept, so that nothing was tried");
  return `${kept} of ${PUBLIC.length} pages kept for guests`;
}

/** @throws Error when another cache might keep a guest's page, or is told the header's name */
function requirePrivate({ policies }: Seen): void {
  requireNone(policies.filter((policy) => policy !== "private, no-cache, undefined"));
}

/** Guests and two people open the same addresses in turn, twice. */
async function visitThrough(ask: Ask, names: { readonly member: string; readonly manager: string }): Promise<Seen> {
  const people = { member: new Visitor(ask), manager: new Visitor(ask) };
  await people.member.logIn(member.phone);
  await people.manager.logIn(manager.phone);
  const leaks: string[] = [];
  const mistaken = new Set<string>();
  const policies = new Set<string>();
  const guests = new Set<unknown>();
  let kept = 0;
  const refuse = (who: string, address: string, { text }: Answer, others: readonly string[]) => {
    for (const name of others) if (text.includes(name)) leaks.push(`${who} got a page with ${name} at ${address}`);
  };
  for (let round = 0; round < 2; round++) {
    for (const address of PUBLIC) {
      const first = await new Visitor(ask).open(address);
      const second = await new Visitor(ask).open(address);
      if (idOf(first) === idOf(second)) kept += round;
      for (const one of [first, second]) guests.add(idOf(one));
      for (const { headers } of [first, second]) {
        policies.add(`${headers["cache-control"]}, ${headers["club-cache-control"]}`);
      }
      refuse("a guest", address, first, Object.values(names));
      for (const [who, other] of [
        ["member", "manager"],
        ["manager", "member"],
      ] as const) {
        const page = await people[who].open(address);
        refuse(who, address, page, [names[other]]);
        if (guests.has(idOf(page)) || page.headers["cache-control"]?.startsWith("public")) mistaken.add(address);
      }
    }
    for (const address of PERSONAL) {
      refuse("member", address, await people.member.open(address), [names.manager]);
      refuse("manager", address, await people.manager.open(address), [names.member]);
      const guest = await new Visitor(ask).open(address);
      refuse("a guest", address, guest, Object.values(names));
      if (guest.status === 200) leaks.push(`a guest got ${address}`);
    }
  }
  return { kept, leaks, mistaken: [...mistaken], policies: [...policies] };
}

const idOf = ({ headers }: Answer) => headers["x-request-id"];

async function readNames({ postgres }: Topology) {
  const find = async (phone: string) => {
    const [row] = await postgres.query<{ name: string }>(
      "select first_name || ' ' || last_name as name from users where phone = $1",
      [phone],
    );
    if (!row) throw new Error(`${phone} isn't in the demo`);
    return row.name;
  };
  return { member: await find(member.phone), manager: await find(manager.phone) };
}

async function prepareVarnish({ folder, portals }: Topology): Promise<{ process: Child; port: number }> {
  const port = await findFreePort();
  const work = path.join(folder, "varnish");
  await mkdir(work);
  await chmod(work, 0o755);
  const file = path.join(folder, "varnish.vcl");
  const shipped = await readFile(SHIPPED, "utf8");
  const ports = portals.map((portal) => String(portal.port));
  await writeFile(file, shipped.replace('"3001"', `"${ports[0]}"`).replace('"3002"', `"${ports[1]}"`));
  const parameters = [
    ...["http_req_hdr_len=32k", "http_resp_hdr_len=32k", "http_req_size=96k", "http_resp_size=96k"],
    ...["workspace_client=256k", "workspace_backend=256k"],
  ].flatMap((parameter) => ["-p", parameter]);
  const process = new Child({
    name: "Varnish",
    program: findProgram("varnishd") ?? "varnishd",
    given: ["-F", "-n", work, "-a", `127.0.0.1:${port}`, "-T", "none", "-s", "malloc,64m", "-f", file, ...parameters],
    env: { PATH: globalThis.process.env.PATH },
    isReady: () => answers(`http://127.0.0.1:${port}/healthz`),
  });
  return { process, port };
}

/** Asks as `npm run club -- doctor` does. @throws Error with what it says against the cache */
async function askDoctor(port: number): Promise<string> {
  const check = outsideChecks.find(({ name }) => name === "cache");
  const portal = {
    upstream: null,
    publicOrigin: `http://127.0.0.1:${port}`,
    dataDir: "",
    servesPages: true,
    isAlone: true,
  };
  return (await check?.try(portal)) ?? "no check of caches";
}
