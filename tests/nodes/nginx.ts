import { execFileSync } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

const SHIPPED = fileURLToPath(new URL("../../deploy/nginx", import.meta.url));

export interface NginxOptions {
  /** Where the nodes listen on the loopback. */
  readonly portals: readonly number[];
  readonly clubs: readonly number[];
  /** Where nginx listens: for visitors, and for the portals' calls. */
  readonly port: number;
  readonly apiPort: number;
  /** Keeps guests' pages too, as the shipped configuration says in its comment. */
  readonly keepsPages?: boolean;
  /** Writes no more than the nodes and `proxy_pass`, so that nginx has its defaults. */
  readonly plain?: boolean;
}

/**
 * Writes the nginx configuration as it is shipped, with other ports and paths and a certificate of its own; or a plain one.
 * @returns the main file, for `nginx -c`
 */
export async function writeNginx(folder: string, options: NginxOptions): Promise<string> {
  for (const name of ["tls", "cache", "temporary"]) await mkdir(path.join(folder, name), { recursive: true });
  await makeCertificate(path.join(folder, "tls"));
  const files = options.plain ? await writePlain(folder, options) : await writeShipped(folder, options);
  const main = path.join(folder, "nginx.conf");
  await writeFile(main, describeMain(folder, files));
  return main;
}

/** What somebody writes who knows nginx and hasn't read docs/deployment.md. @returns the names of the files */
async function writePlain(folder: string, { portals, clubs, port, apiPort }: NginxOptions): Promise<string[]> {
  const describe = (name: string, ports: readonly number[], listen: string) =>
    [
      `upstream ${name} {`,
      ...ports.map((at) => `  server 127.0.0.1:${at};`),
      "}",
      "server {",
      `  listen 127.0.0.1:${listen};`,
      `  ssl_certificate ${folder}/tls/club.crt;`,
      `  ssl_certificate_key ${folder}/tls/club.key;`,
      `  location / { proxy_pass http://${name}; }`,
      "}",
      "",
    ].join("\n");
  await writeFile(
    path.join(folder, "plain.conf"),
    describe("portals", portals, `${port} ssl`) + describe("clubs", clubs, String(apiPort)),
  );
  return ["plain"];
}

/** The shipped files. @returns their names */
async function writeShipped(folder: string, options: NginxOptions): Promise<string[]> {
  const upstreams = await readFile(path.join(SHIPPED, "upstreams.conf"), "utf8");
  const listed = (ports: readonly number[]) =>
    ports.map((port) => `    server 127.0.0.1:${port} max_fails=0;\n`).join("");
  const club = await readFile(path.join(SHIPPED, "club.conf"), "utf8");
  const api = await readFile(path.join(SHIPPED, "api.conf"), "utf8");
  await writeFile(
    path.join(folder, "upstreams.conf"),
    upstreams
      .replace(/(?: +server 127\.0\.0\.1:30.*\n)+/g, listed(options.portals))
      .replace(/(?: +server 127\.0\.0\.1:40.*\n)+/g, listed(options.clubs)),
  );
  await writeFile(
    path.join(folder, "club.conf"),
    club
      .replaceAll("listen 443", `listen 127.0.0.1:${options.port}`)
      // At another port than 443 it is part of the site's origin.
      .replaceAll("Host $host;", "Host $http_host;")
      .replace("listen 80", `listen unix:${folder}/http.sock`)
      .replaceAll("/etc/nginx/tls", path.join(folder, "tls"))
      .replace("/var/cache/nginx/club", path.join(folder, "cache"))
      .replaceAll("#pages# ", options.keepsPages ? "" : "#pages# "),
  );
  await writeFile(
    path.join(folder, "api.conf"),
    api.replace("listen 127.0.0.1:4000", `listen 127.0.0.1:${options.apiPort}`),
  );
  return ["upstreams", "club", "api"];
}

const TEMPORARY = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];

/** What a system's own nginx.conf has around the included files. */
function describeMain(folder: string, files: readonly string[]): string {
  return [
    `pid ${folder}/nginx.pid;`,
    `error_log ${folder}/error.log warn;`,
    "daemon off;",
    "worker_processes 1;",
    "events { worker_connections 1024; }",
    "http {",
    "  access_log off;",
    ...TEMPORARY.map((name) => `  ${name}_temp_path ${folder}/temporary/${name};`),
    ...files.map((name) => `  include ${folder}/${name}.conf;`),
    "}",
    "",
  ].join("\n");
}

async function makeCertificate(folder: string): Promise<void> {
  const [certificate, key] = ["club.crt", "club.key"].map((name) => path.join(folder, name)) as [string, string];
  const request = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const subject = ["-days", "2", "-subj", "/CN=club.example.com"];
  execFileSync("openssl", [...request, ...subject, "-keyout", key, "-out", certificate], { stdio: "ignore" });
}
