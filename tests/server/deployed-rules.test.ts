import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import {
  applyCachePolicy,
  CACHE_CONTROL,
  CONSENT_COOKIE,
  hasOnlyImpersonalCookies,
  LIGHT_COOKIE,
  type PageKind,
} from "../../app/document/cache";
import { SESSION_ENDED_COOKIE } from "../../app/lib/session-ended-cookie";
import { REQUEST_TIMEOUT_MS } from "../../contract/values";
import { keepConnections } from "../../server/listen";
import { ROOT } from "../architecture/sources";

const folder = mkdtempSync(path.join(tmpdir(), "club-rules-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (name: string) => readFileSync(path.join(ROOT, "deploy", name), "utf8");
/** The directives of an nginx configuration without comments, but with those that are switched on by a sign. */
const directivesOf = (name: string) =>
  read(name)
    .replaceAll("#pages# ", "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));

test("architecture: nginx and Varnish take the same visitors for guests as the portal does", () => {
  const rules = [
    /"~(\^[^"]+)" "";/.exec(read("nginx/club.conf"))?.[1],
    /req\.http\.Cookie !~ "([^"]+)"/.exec(read("varnish.vcl"))?.[1],
  ].map((rule) => new RegExp(rule ?? "no rule"));
  const own = [CONSENT_COOKIE, LIGHT_COOKIE, SESSION_ENDED_COOKIE];
  const headers = [
    ...own.flatMap((name) => [`${name}=1`, `__Host-${name}=1`, `x${name}=1`, `${name}x=1`]),
    own.map((name) => `${name}=1`).join("; "),
    ...["session=a", "__Host-session=a", "light=1; session=a", "session=a; light=1", "cart=a", "light=1; cart=a"],
  ];
  for (const header of headers) {
    const isGuest = hasOnlyImpersonalCookies(header);
    expect([header, ...rules.map((rule) => rule.test(header))]).toEqual([header, isGuest, isGuest]);
  }
  expect(read("varnish.vcl")).toMatch(/if \(req\.url !~ "\^\/assets\/"\) \{\s+return \(pass\);/);
  expect(directivesOf("nginx/club.conf")).toEqual(
    expect.arrayContaining(["proxy_cache_bypass $club_person;", "proxy_no_cache $club_person $club_unshared;"]),
  );
});

test("architecture: nginx and Varnish keep what is public by Cache-Control or by the header of the sample, and nothing else", () => {
  const [, inNginx] = /_cache_control"[^}]+"~([^"]+)" "";/.exec(read("nginx/club.conf")) ?? [];
  const [, inVarnish] = /beresp\.http\.Club-Cache-Control ~ "([^"]+)"/.exec(read("varnish.vcl")) ?? [];
  const describe = (kind: PageKind, header?: string) => {
    const headers = new Headers({ "Cache-Control": CACHE_CONTROL[kind] });
    applyCachePolicy(new Request("http://club/"), 200, headers, header);
    return [headers.get("Club-Cache-Control") ?? "", headers.get("Cache-Control") ?? ""] as const;
  };
  for (const header of [undefined, "Club-Cache-Control"]) {
    for (const kind of ["guest", "session", "secret"] as const) {
      const [own, usual] = describe(kind, header);
      const isGuests = kind === "guest";
      expect([kind, new RegExp(inNginx ?? "no rule").test(`${own} ${usual}`)]).toEqual([kind, isGuests]);
      expect([kind, new RegExp(inVarnish ?? "no rule").test(own)]).toEqual([kind, isGuests && header !== undefined]);
    }
  }
});

test("architecture: nginx says who a visitor is, whatever the visitor has written there", () => {
  const set = directivesOf("nginx/club.conf").filter((line) => line.startsWith("proxy_set_header "));
  expect(set.sort()).toEqual([
    'proxy_set_header Connection "";',
    "proxy_set_header Host $host;",
    "proxy_set_header X-Forwarded-For $remote_addr;",
    "proxy_set_header X-Forwarded-Host $host;",
    "proxy_set_header X-Forwarded-Proto $scheme;",
    "proxy_set_header X-Request-Id $request_id;",
  ]);
  // Under another name, and without encryption, there is nothing.
  expect(directivesOf("nginx/club.conf")).toEqual(
    expect.arrayContaining(["return 421;", "return 301 https://club.example.com$request_uri;", "server_tokens off;"]),
  );
  expect(directivesOf("nginx/api.conf")).toContain("listen 127.0.0.1:4000;");
});

test("architecture: a form is sent to one node only, and nothing gives up before the portal does", () => {
  for (const [name, upstream] of [
    ["nginx/club.conf", "club_portals"],
    ["nginx/api.conf", "club_api"],
  ] as const) {
    const directives = directivesOf(name);
    expect(directives).toEqual(
      expect.arrayContaining([`default ${upstream};`, `POST ${upstream}_once;`, "proxy_next_upstream error timeout;"]),
    );
    expect(directives.filter((line) => line.startsWith("proxy_next_upstream ")).join()).not.toContain("non_idempotent");
    const [seconds = 0] = directives
      .flatMap((line) => /^proxy_read_timeout (\d+)s;$/.exec(line)?.[1] ?? [])
      .map(Number);
    expect(seconds * 1000).toBeGreaterThan(REQUEST_TIMEOUT_MS);
    expect(directives).toContain("client_max_body_size 33m;");
  }
  const once = read("nginx/upstreams.conf").match(/upstream \w+_once \{[^}]+\}/g) ?? [];
  expect(once).toHaveLength(2);
  // nginx closes idle connections first.
  const server = createServer();
  keepConnections(server);
  const kept = read("nginx/upstreams.conf").match(/keepalive_timeout \d+(?=s;)/g) ?? [];
  expect(kept).toHaveLength(2);
  for (const one of kept) expect(Number(one.split(" ")[1]) * 1000).toBeLessThan(server.keepAliveTimeout);
  expect(server.keepAliveTimeout).toBeLessThan(server.headersTimeout);
  for (const upstream of once) expect(upstream).not.toContain("keepalive");
  const backends = read("varnish.vcl").match(/^backend .*$/gm) ?? [];
  for (const backend of backends) {
    expect(Number(/first_byte_timeout = (\d+)s/.exec(backend)?.[1]) * 1000).toBeGreaterThan(REQUEST_TIMEOUT_MS);
  }
  expect(read("varnish.vcl")).toMatch(/req\.method != "GET" && req\.method != "HEAD"\) \{\s+return \(pass\);/);
});

test("architecture: writes go to the primary, and no server keeps connections when it is none any more", () => {
  const sections = read("haproxy.cfg").split(/^(?=listen )/m);
  const of = (name: string) => sections.find((section) => section.startsWith(`listen ${name}\n`)) ?? "";
  expect(of("primary")).toContain("option httpchk OPTIONS /primary\n");
  expect(of("replica")).toContain("option httpchk OPTIONS /replica?lag=");
  for (const [name, port] of [
    ["primary", 5000],
    ["replica", 5001],
  ] as const)
    expect(of(name)).toContain(`bind 127.0.0.1:${port}\n`);
  expect(sections[0]).toMatch(/^ {4}default-server .*on-marked-down shutdown-sessions$/m);
});

test("architecture: every unit has the same protections", () => {
  const units = readdirSync(path.join(ROOT, "deploy/systemd")).filter((unit) => unit.endsWith(".service"));
  const protections = units.map((unit) =>
    read(`systemd/${unit}`)
      .split("\n")
      .filter((line) =>
        /^(?:Protect|Private|Restrict|System|No|Lock|Remove|UMask|StateDirectoryMode|Ambient|Capab)/.test(line),
      ),
  );
  expect(protections.length).toBe(3);
  for (const own of protections) expect(own).toEqual(protections[0]);
  expect(protections[0]).toEqual(
    expect.arrayContaining(["NoNewPrivileges=yes", "ProtectSystem=strict", "UMask=0077", "StateDirectoryMode=0700"]),
  );
});

/** The scripts use what GNU has. */
const isLinux = process.platform === "linux";

test.skipIf(!isLinux)(
  "architecture: an archived file of WAL is never written over, and the same one is taken twice",
  () => {
    const [source, archive] = [path.join(folder, "000001"), mkdtempSync(path.join(folder, "archive-"))];
    const copy = () => spawnSync("sh", [path.join(ROOT, "deploy/postgres/archive-wal.sh"), source, archive]).status;
    writeFileSync(source, "first");
    expect([copy(), copy()]).toEqual([0, 0]);
    writeFileSync(source, "second");
    expect(copy()).toBe(1);
    expect(readFileSync(path.join(archive, "000001"), "utf8")).toBe("first");
    expect(readdirSync(archive)).toEqual(["000001"]);
  },
);

test.skipIf(!isLinux)("architecture: PgBouncer's file of passwords is for its owner only", () => {
  const script = read("compose/start-pgbouncer.sh")
    .replaceAll("/etc/pgbouncer", folder)
    .replace(/^exec .*$/m, "");
  const start = path.join(folder, "start.sh");
  writeFileSync(start, script);
  spawnSync("sh", [start], { env: { ...process.env, CLUB_APP_PASSWORD: "secret" } });
  const list = path.join(folder, "userlist.txt");
  expect([statSync(list).mode & 0o777, readFileSync(list, "utf8")]).toEqual([0o600, '"club_app" "secret"\n']);
});
