import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningNode, startNode } from "../../e2e/setup/server";
import { DEMO_PASSWORD } from "../setup/club";
import { type CreatedDatabase, createEmptyDatabase } from "../setup/database";
import { waitForMessage } from "../setup/outbox";
import { openBrowser } from "../setup/portal-browser";

let database: CreatedDatabase;
let client: pg.Client;
let folder: string;
let clubs: RunningNode[] = [];
let portals: RunningNode[] = [];
let jobs: RunningNode | undefined;

const openFolder = (name: string) => mkdtemp(path.join(folder, `${name}-`));
const startJobs = async () => startNode("jobs", folder, { DATABASE_URL: database.connectionString, ...common });

/** What all processes of a deployment have in common. */
const common = {
  SESSION_SECRETS: "one secret of all portals and clubs together",
  CLUB_DATA_KEY: "07".repeat(32),
};

beforeAll(async () => {
  database = await createEmptyDatabase();
  folder = await mkdtemp(path.join(tmpdir(), "club-roles-"));
  client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  // All at once, on an empty database: one of them migrates and fills it.
  const startClub = async () =>
    startNode("club", await openFolder("club"), { DATABASE_URL: database.connectionString, ...common });
  [jobs, ...clubs] = await Promise.all([startJobs(), startClub(), startClub()]);
  const startPortal = async ({ origin }: RunningNode) =>
    startNode("web", await openFolder("web"), {
      UPSTREAM_URL: origin,
      UPSTREAM_EXTENSIONS: "on",
      UPSTREAM_IDEMPOTENCY: "on",
      ...common,
    });
  portals = await Promise.all(clubs.map(startPortal));
});
afterAll(async () => {
  await Promise.all([...portals, ...clubs, jobs].map((node) => node?.stop()));
  await client.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** A browser whose every request meets another portal, and so another club. */
function openWanderer() {
  let asked = 0;
  return openBrowser({
    ask: (address: string, init: RequestInit = {}) => {
      asked += 1;
      const { origin } = portals[asked % portals.length] as RunningNode;
      return fetch(origin + address, { ...init, redirect: "manual", headers: { Origin: origin, ...init.headers } });
    },
  });
}

const countOrders = async () =>
  (await client.query<{ count: number }>("select count(*)::int as count from exchanges")).rows[0]?.count;

test("§4.9 a participant logs in and orders a gift while each request meets another portal and another club", async () => {
  const browser = openWanderer();
  await browser.open("/login");
  expect((await browser.submit({ login: "79000000003", password: DEMO_PASSWORD })).location).toMatch(/^\/dashboard/);
  const { rows } = await client.query<{ id: number }>(
    "select id from prizes where name like 'Сертификат «%' order by id",
  );
  await browser.open("/dashboard/gifts/giftery");
  await browser.submit({ prize_id: String(rows[0]?.id), cartCount: "2" }, "Добавить");
  const before = (await countOrders()) ?? 0;
  await browser.open("/dashboard/gifts/cart");
  await browser.submit({}, "Заказать");
  // Without script the page of the order carries it on at each visit.
  await expect
    .poll(async () => {
      await browser.open("/dashboard/gifts/order");
      return countOrders();
    })
    .toBe(before + 2);
  expect((await browser.open("/dashboard/points/")).text).toContain("Сертификат");
});

test("§4.6 a letter that no process has sent when the last one was cut off is sent by the next one", async () => {
  const browser = openWanderer();
  await jobs?.kill();
  await browser.open("/recovery");
  await browser.submit({ login: "manager@example.com" });
  jobs = await startJobs();
  const { text } = await waitForMessage(folder, "manager@example.com", "Новый пароль для входа");
  expect(text).toContain("http");
});

test("architecture: a change of the contents is on every portal within seconds, although each keeps its pages for a minute", async () => {
  const read = () => Promise.all(portals.map(async ({ origin }) => (await fetch(`${origin}/q&a/`)).text()));
  for (const page of await read()) expect(page).not.toContain("Что нового?");
  await client.query("insert into questions (question, answer) values ('Что нового?', 'Клуб работает быстрее.')");
  await expect.poll(async () => (await read()).every((page) => page.includes("Что нового?"))).toBe(true);
});

test("architecture: a club that is cut off fails the readiness of its portal, and no other", async () => {
  const [first, second] = portals;
  await clubs[0]?.kill();
  const isReady = async (portal: RunningNode | undefined) => {
    const response = await fetch(`${portal?.origin}/readyz`);
    return ((await response.json()) as { ready: boolean }).ready;
  };
  await expect.poll(() => isReady(first)).toBe(false);
  expect(await isReady(second)).toBe(true);
});
