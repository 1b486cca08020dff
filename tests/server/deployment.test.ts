import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { readDockerfile } from "../../scripts/package/read-dockerfile";
import { ROOT } from "../architecture/sources";
import { writeNginx } from "../nodes/nginx";
import { hasPrograms, runProgram } from "../nodes/programs";

const DEPLOY = path.join(ROOT, "deploy");
const read = (name: string) => readFile(path.join(DEPLOY, name), "utf8");

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "club-deployment-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.skipIf(!hasPrograms("the nginx configuration", "nginx", "openssl"))(
  "architecture: nginx accepts its configuration as shipped, also with guests' pages kept",
  async () => {
    for (const keepsPages of [false, true]) {
      const ports = { portals: [3001, 3002], clubs: [4001, 4002], port: 8443, apiPort: 4000 };
      const main = await writeNginx(folder, { ...ports, keepsPages });
      expect(await readFile(path.join(folder, "club.conf"), "utf8")).toContain(
        keepsPages ? "\n        proxy_cache_bypass" : "#pages# proxy_cache_bypass",
      );
      runProgram("nginx", "-t", "-q", "-e", path.join(folder, "error.log"), "-c", main);
    }
  },
);

test.skipIf(!hasPrograms("the configuration of Varnish", "varnishd"))(
  "architecture: Varnish compiles its configuration as shipped",
  () => {
    runProgram("varnishd", "-C", "-n", path.join(folder, "varnish"), "-f", path.join(DEPLOY, "varnish.vcl"));
  },
);

test.skipIf(!hasPrograms("the units of systemd", "systemd-analyze"))(
  "architecture: systemd accepts the units, which run as an unprivileged user",
  async () => {
    const units: string[] = [];
    for (const unit of await readdir(path.join(DEPLOY, "systemd"))) {
      // The node of the machine on which this runs may be elsewhere.
      const text = (await read(path.join("systemd", unit))).replace("/usr/bin/node", process.execPath);
      if (unit.endsWith(".service")) expect(text).toMatch(/^User=loyalty-club$/m);
      // Only a number is a port. Units find each other beside themselves.
      const local = path.join(folder, unit.replace("@.", "@3001."));
      await writeFile(local, text);
      units.push(local);
    }
    for (const unit of units) runProgram("systemd-analyze", "verify", unit);
  },
);

test("architecture: the units give portal and club the sockets of their names, at the ports of their services", async () => {
  for (const [unit, name, port] of [
    ["loyalty-portal@", "web", "PORT"],
    ["loyalty-club@", "club", "CLUB_PORT"],
  ] as const) {
    const [socket, service] = [await read(`systemd/${unit}.socket`), await read(`systemd/${unit}.service`)];
    expect(socket).toMatch(new RegExp(`^ListenStream=127\\.0\\.0\\.1:%i\nFileDescriptorName=${name}$`, "m"));
    expect(service).toMatch(new RegExp(`^Environment=ROLES=${name} ${port}=%i$`, "m"));
    expect(service).toContain(`Requires=${unit}%i.socket\n`);
    expect(service).toMatch(/^Environment=METRICS_PORT=1%i$/m);
  }
});

test("architecture: nodes are the same in compose as beside a system's nginx", async () => {
  const rename = (text: string) =>
    text.replaceAll(/127\.0\.0\.1:300(\d)/g, "portal-$1:3000").replaceAll(/127\.0\.0\.1:400([1-9])/g, "club-$1:4000");
  // Containers change their addresses.
  const lookUp = (text: string) =>
    text
      .replaceAll(/(-\d:\d+) max_fails/g, "$1 resolve max_fails")
      .replaceAll(/upstream (\w+) \{/g, "$&\n    zone $1 64k;");
  const nodes = (text: string) => text.slice(text.indexOf("# Pages and files."));
  expect(nodes(await read("compose/upstreams.conf"))).toBe(lookUp(rename(nodes(await read("nginx/upstreams.conf")))));
  const body = (text: string) => text.slice(text.indexOf("map ")).replace("127.0.0.1:4000", "4000");
  expect(body(await read("compose/api.conf"))).toBe(body(await read("nginx/api.conf")));
  const pooler = (text: string) => text.slice(text.indexOf("[databases]"));
  const moved = (await read("pgbouncer.ini"))
    .replace("host=127.0.0.1", "host=postgres")
    .replace("listen_addr = 127.0.0.1", "listen_addr = *");
  expect(pooler(await read("compose/pgbouncer.ini"))).toBe(pooler(moved));
});

test("architecture: Prometheus finds the figures of every process of the samples", async () => {
  const { scrape_configs } = parse(await readFile(path.join(ROOT, "docs/monitoring/scrape.yml"), "utf8")) as {
    scrape_configs: { static_configs: { targets: string[] }[] }[];
  };
  const targets = scrape_configs.flatMap(({ static_configs }) => static_configs.flatMap((one) => one.targets));
  const ports = [...(await read("nginx/upstreams.conf")).matchAll(/127\.0\.0\.1:(\d+)/g)].map(([, port]) => `1${port}`);
  const jobs = /METRICS_PORT=(\d+)/.exec(await read("systemd/loyalty-jobs.service"))?.[1];
  expect(targets).toEqual([...new Set([...ports, jobs])].map((port) => `127.0.0.1:${port}`));
});

interface Compose {
  readonly services: Readonly<
    Record<string, { environment?: Record<string, string>; volumes?: string[]; networks?: string[]; ports?: string[] }>
  >;
  readonly networks: Readonly<Record<string, unknown>>;
}

test("architecture: compose mounts files that exist, and sets variables that .env.example explains", async () => {
  const { services } = parse(await read("compose.yaml"), { merge: true }) as Compose;
  const explained = await readFile(path.join(ROOT, ".env.example"), "utf8");
  const nodes = Object.entries(services).filter(([, { environment = {} }]) => environment.ROLES);
  expect(nodes.map(([name, { environment }]) => `${name}: ${environment?.ROLES}`)).toEqual([
    ...["portal-1: web", "portal-2: web", "club-1: club", "club-2: club", "jobs: jobs"],
  ]);
  for (const [, { environment = {} }] of nodes) {
    expect(environment).toMatchObject({ METRICS_PORT: "9464", METRICS_HOST: "0.0.0.0" });
    for (const name of Object.keys(environment)) expect(explained, name).toMatch(new RegExp(`^#${name}=`, "m"));
  }
  const mounted = Object.values(services).flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(":")[0]));
  for (const file of mounted.filter((one) => one?.startsWith("./") && one !== "./tls")) {
    expect(existsSync(path.join(DEPLOY, file ?? "")), file).toBe(true);
  }
});

test("architecture: in compose only nginx listens, and only what sends mail or answers visitors reaches the outside", async () => {
  const { services, networks } = parse(await read("compose.yaml"), { merge: true }) as Compose;
  const named = (has: (service: Compose["services"][string]) => boolean) =>
    Object.keys(services).filter((name) => has(services[name] ?? {}));
  expect(named(({ ports }) => ports !== undefined)).toEqual(["nginx"]);
  expect(named(({ networks: ways = [] }) => ways.includes("outside"))).toEqual(["nginx", "jobs"]);
  expect(named(({ networks: ways = [] }) => !ways.includes("inside"))).toEqual([]);
  expect(networks).toEqual({ inside: { internal: true }, outside: null });
});

test("architecture: the image is made of what is there, and serves as an unprivileged user", async () => {
  const stages = readDockerfile(await read("Dockerfile"));
  const ignored = await read("Dockerfile.dockerignore");
  for (const { instruction, words } of stages.flatMap(({ steps }) => steps)) {
    if (instruction !== "COPY" || words[0]?.startsWith("--from=")) continue;
    for (const source of words.slice(0, -1).filter((word) => word !== ".")) {
      expect(existsSync(path.join(ROOT, source)), source).toBe(true);
      expect(ignored, source).toMatch(new RegExp(`^!${source.split("/", 1)[0]?.replace(".", "\\.")}`, "m"));
    }
  }
  const last = stages.at(-1)?.steps ?? [];
  const find = (name: string) => last.find(({ instruction }) => instruction === name)?.words.join(" ");
  expect(find("USER")).toBe("1000:1000");
  expect(find("VOLUME")).toBe("/data");
  expect(find("STOPSIGNAL")).toBe("SIGTERM");
  expect(find("HEALTHCHECK")).toContain("deploy/check-health.mjs");
});

test("architecture: the health check asks the port of its role", async () => {
  const server = createServer((req, res) => res.writeHead(req.url === "/healthz" ? 200 : 404).end());
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const port = String((server.address() as AddressInfo).port);
  const check = (variables: Record<string, string>) =>
    new Promise((done) => {
      const env = { NODE_ENV: "production", ...variables } as const;
      const child = spawn(process.execPath, [path.join(DEPLOY, "check-health.mjs")], { env });
      child.once("exit", done);
    });
  expect(await check({ ROLES: "web", PORT: port })).toBe(0);
  expect(await check({ PORT: port })).toBe(0);
  expect(await check({ ROLES: "club", PORT: "1", CLUB_PORT: port })).toBe(0);
  expect(await check({ ROLES: "jobs", PORT: "1", METRICS_PORT: port })).toBe(0);
  // The certificate is the club's own listener's.
  expect(await check({ ROLES: "web,club,jobs", PORT: port, CLUB_TLS_CERT: "/club.pem" })).toBe(0);
  expect(await check({ ROLES: "club", CLUB_PORT: port, CLUB_TLS_CERT: "/club.pem" })).toBe(1);
  expect(await check({ ROLES: "jobs", PORT: port, METRICS_PORT: "1" })).toBe(1);
  server.close();
});
