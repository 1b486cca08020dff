import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { CACHE_CONTROL } from "../../app/document/cache";
import { DEFAULT_TIMEOUTS } from "../../club/platform/db/timeouts";
import { readDockerfile } from "../../scripts/package/read-dockerfile";
import { BLOCKED_DEADLINE_MS } from "../../server/shutdown";
import { ROOT } from "../architecture/sources";

const read = (name: string) => readFileSync(path.join(ROOT, "deploy", name), "utf8");
const { scripts } = JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
};
/** The options of Node with which `npm start` runs. */
const OPTIONS = (scripts.start ?? "").split(" ").filter((word) => word.startsWith("--"));
const UNITS = readdirSync(path.join(ROOT, "deploy/systemd")).filter((unit) => unit.endsWith(".service"));
/** The values of a setting of a unit, in their order. */
const settingsOf = (unit: string, name: string) =>
  [...read(`systemd/${unit}`).matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].map(([, value]) => value);

test("architecture: every unit runs the build as npm start does, again whenever it ends, and has time to stop", () => {
  for (const unit of UNITS) {
    expect(settingsOf(unit, "ExecStart")).toEqual([`/usr/bin/node ${OPTIONS.join(" ")} build/server.js`]);
    expect(settingsOf(unit, "WorkingDirectory")).toEqual(["/opt/loyalty-club"]);
    expect(settingsOf(unit, "Environment")).toContain("NODE_ENV=production DATA_DIR=/var/lib/loyalty-club");
    expect(settingsOf(unit, "StateDirectory")).toEqual(["loyalty-club"]);
    expect([settingsOf(unit, "Restart"), settingsOf(unit, "RestartSec")]).toEqual([["always"], ["2s"]]);
    expect(settingsOf(unit, "KillSignal")).toEqual(["SIGTERM"]);
    const [stop = ""] = settingsOf(unit, "TimeoutStopSec");
    expect(Number(stop.replace("s", "")) * 1000).toBeGreaterThan(BLOCKED_DEADLINE_MS);
  }
});

test("architecture: a unit reads the variables of all first and its own last, and only its own may be missing", () => {
  const files = (unit: string) =>
    settingsOf(unit, "EnvironmentFile").map((file) => file?.replace("/etc/loyalty-club/", ""));
  expect(Object.fromEntries(UNITS.map((unit) => [unit, files(unit)]))).toEqual({
    "loyalty-club@.service": ["common.env", "club.env", "-club-%i.env"],
    "loyalty-jobs.service": ["common.env", "club.env"],
    "loyalty-portal@.service": ["common.env", "portal.env"],
  });
});

interface Service {
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly restart?: string;
  readonly depends_on?: unknown;
  readonly [name: string]: unknown;
}

function readCompose(): Readonly<Record<string, Service>> {
  return (parse(read("compose.yaml"), { merge: true }) as { services: Record<string, Service> }).services;
}

test("architecture: in compose every process of the club is closed in, is started again and has time to stop", () => {
  const services = readCompose();
  const nodes = Object.entries(services).filter(([, { environment = {} }]) => environment.ROLES);
  expect(nodes).toHaveLength(5);
  for (const [name, node] of nodes) {
    expect(node, name).toMatchObject({
      ...{ read_only: true, tmpfs: "/tmp", cap_drop: ["ALL"], security_opt: ["no-new-privileges:true"] },
      stop_grace_period: "20s",
    });
    expect([node.env_file].flat()[0], name).toBe("club.env");
    // Portals and clubs have folders of their own: in the club's is what opens its data.
    expect(node.volumes, name).toEqual([node.environment?.ROLES === "web" ? "portal:/data" : "club:/data"]);
  }
  expect(services["club-1"]?.env_file).toEqual(["club.env", { path: "console.env", required: false }]);
  for (const [name, { restart }] of Object.entries(services)) expect([name, restart]).toEqual([name, "unless-stopped"]);
});

test("architecture: in compose requests go through the pooler, and what needs sessions or owns the tables goes past it", () => {
  const services = readCompose();
  const given = (name: string) => `\${${name}:?is in database.env}`;
  const password = given("CLUB_APP_PASSWORD");
  for (const name of ["club-1", "club-2", "jobs"]) {
    expect(services[name]?.environment, name).toMatchObject({
      DATABASE_URL: `postgres://club_app:${password}@postgres/club`,
      DATABASE_POOLER_URL: `postgres://club_app:${password}@pgbouncer:6432/club`,
      DATABASE_OWNER_URL: `postgres://club:${given("POSTGRES_PASSWORD")}@postgres/club`,
    });
    const isHealthy = { condition: "service_healthy" };
    expect(services[name]?.depends_on, name).toEqual({ postgres: isHealthy, pgbouncer: isHealthy });
  }
  for (const name of ["portal-1", "portal-2"]) {
    expect(
      Object.keys(services[name]?.environment ?? {}).filter((one) => /DATABASE|CLUB/.test(one)),
      name,
    ).toEqual([]);
    expect(services[name]?.environment, name).toMatchObject({
      ...{ UPSTREAM_URL: "http://nginx:4000", UPSTREAM_PRIVATE_NETWORK: "on" },
      ...{ UPSTREAM_IDEMPOTENCY: "on", UPSTREAM_EXTENSIONS: "on" },
    });
  }
  for (const name of ["club-1", "club-2"]) {
    const address = { CLUB_HOST: "0.0.0.0", CLUB_PORT: "4000", CLUB_PRIVATE_NETWORK: "on" };
    expect(services[name]?.environment, name).toMatchObject(address);
  }
  expect(services.postgres?.volumes).toContain("database:/var/lib/postgresql/data");
});

test("architecture: the pooler's connections have the club's own time-outs, and nobody waits for one for longer than a lock", () => {
  const { statementMs, lockMs, idleTransactionMs } = DEFAULT_TIMEOUTS;
  const settings = {
    ...{ statement_timeout: statementMs, lock_timeout: lockMs },
    idle_in_transaction_session_timeout: idleTransactionMs,
  };
  const query = Object.entries(settings).map(([name, ms]) => `set ${name} = ${ms}`);
  const pooler = read("pgbouncer.ini");
  expect(pooler).toContain(` connect_query='${query.join("; ")}'\n`);
  expect(pooler).toMatch(/^pool_mode = transaction$/m);
  expect(pooler).toMatch(/^auth_type = scram-sha-256$/m);
  expect(Number(/^query_wait_timeout = (\d+)$/m.exec(pooler)?.[1]) * 1000).toBeLessThanOrEqual(lockMs);
});

test("architecture: HAProxy keeps silent connections for hours, and asks Patroni at each server every second", () => {
  const haproxy = read("haproxy.cfg");
  for (const side of ["client", "server"]) expect(haproxy).toMatch(new RegExp(`^ {4}timeout ${side} 8h$`, "m"));
  expect(haproxy).toMatch(/^ {4}default-server inter 1s fall 2 rise 1 /m);
  const sections = haproxy.split(/^(?=listen )/m).slice(1);
  for (const section of sections) {
    expect(section).toContain("    http-check expect status 200\n");
    const servers = ["db-1 10.0.0.11", "db-2 10.0.0.12"];
    for (const server of servers) expect(section).toContain(`    server ${server}:5432 check port 8008\n`);
  }
  expect(sections).toHaveLength(2);
});

test("architecture: PostgreSQL archives its log of changes at least each minute, and a recovery takes the archive first", () => {
  const settings = Object.fromEntries(
    [...read("postgres/archive.conf").matchAll(/^(\w+) = '?(.*?)'?$/gm)].map(([, name, value]) => [name, value]),
  );
  const archive = "/var/backups/loyalty-club/wal";
  const stream = "/var/backups/loyalty-club/stream";
  expect(settings).toEqual({
    ...{ wal_level: "replica", archive_mode: "on", archive_timeout: "60" },
    archive_command: `/etc/loyalty-club/postgres/archive-wal.sh "%p" ${archive}`,
    restore_command: [`${archive}/%f`, `${stream}/%f`, `${stream}/%f.partial`]
      .map((file) => `cp ${file} "%p"`)
      .join(" || "),
  });
});

test("architecture: the image has the packages that run, starts as npm start does, and is asked for its health in time", () => {
  const stages = readDockerfile(read("Dockerfile"));
  const wordsOf = (stage: number, name: string) =>
    (stages.at(stage)?.steps ?? [])
      .filter(({ instruction }) => instruction === name)
      .map(({ words }) => words.join(" "));
  expect(wordsOf(1, "RUN")).toEqual(["npm ci --omit=dev --no-audit --no-fund"]);
  expect(wordsOf(-1, "COPY")).toContain("--from=packages /app/node_modules ./node_modules");
  expect(wordsOf(-1, "ENV")).toEqual(["NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data"]);
  const command = wordsOf(-1, "CMD").join(" ");
  for (const option of OPTIONS) expect(command).toContain(option);
  expect(command).toContain("build/server.js");
  expect(wordsOf(-1, "HEALTHCHECK").join(" ")).toContain("--interval=10s --timeout=5s --start-period=60s ");
});

test("architecture: nginx takes as long headers as the portal, speaks no old TLS, and keeps pages no longer than it is told", () => {
  const nginx = read("nginx/club.conf").replaceAll("#pages# ", "");
  expect(nginx).toContain("    large_client_header_buffers 8 32k;\n");
  expect(nginx).toContain("    ssl_protocols TLSv1.2 TLSv1.3;\n");
  expect(nginx).toContain("    ssl_session_tickets off;\n");
  const seconds = /s-maxage=(\d+)/.exec(CACHE_CONTROL.guest)?.[1];
  expect(nginx).toContain(`        proxy_cache_valid 200 ${seconds}s;\n`);
  expect(nginx).toContain("        proxy_ignore_headers Cache-Control;\n");
  expect(nginx).toContain("        proxy_hide_header Club-Cache-Control;\n");
  // Pages name the address under which they are asked for.
  expect(nginx).toContain("        proxy_cache_key $scheme$host$request_uri;\n");
  for (const name of ["nginx/club.conf", "nginx/api.conf"]) {
    expect(read(name)).toMatch(/^ {4}proxy_buffer_size 32k;$/m);
    expect(read(name)).toMatch(/^ {4}proxy_connect_timeout 2s;$/m);
  }
  const nodes = read("nginx/upstreams.conf").match(/^ {4}server .*$/gm) ?? [];
  expect(nodes).toHaveLength(8);
  for (const node of nodes) expect(node).toMatch(/ max_fails=0;$/);
});

test("architecture: Varnish asks each portal whether it is ready, before the time that its nodes have to drain", () => {
  const varnish = read("varnish.vcl");
  expect(varnish).toMatch(
    /probe readiness \{\s+\.url = "\/readyz";\s+\.interval = 2s;\s+\.timeout = 3s;\s+\.window = 3;\s+\.threshold = 2;/,
  );
  const backends = varnish.match(/^backend .*$/gm) ?? [];
  expect(backends).toHaveLength(2);
  for (const backend of backends) expect(backend).toContain(" .probe = readiness;");
  // A page that sets a cookie is nobody else's.
  expect(varnish).toContain('if (beresp.http.Club-Cache-Control ~ "^public, " && !beresp.http.Set-Cookie) {\n');
  // A form that failed isn't sent to another node.
  expect(varnish).toMatch(
    /if \(\(bereq\.method == "GET" \|\| bereq\.method == "HEAD"\) && bereq\.retries < 2\) \{\s+return \(retry\);/,
  );
});
