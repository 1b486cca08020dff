// Weighs the pages of a running portal and compares them with their budgets. KB are 1024 bytes.
import { request } from "node:http";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { DEMO_PASSWORD } from "../club/demo/demo-accounts";
import { readScripts } from "./page-scripts";
import { SCREENS } from "./screens";

/** The weight of a page for one kind of participant, in bytes. */
export interface PageWeight {
  role: string;
  path: string;
  /** The response as it came over the wire, headers included. */
  response: number;
  /** The same when an edge in front of the portal compresses it: while it streams, and so less well. */
  edge: number;
  /** The decompressed HTML. */
  text: string;
  css: number;
  /** The inline script that loads the others; the page's data doesn't count. */
  inlineScript: number;
  /** All scripts that the page loads for hydration. */
  script: number;
}

const RESPONSE_BUDGET = 14_000;
const CSS_BUDGET = 5 * 1024;
const SCRIPT_BUDGET = 92 * 1024;
const INLINE_SCRIPT_BUDGET = 1024;

/** Describes each exceeded budget of a page; empty if there is none. */
export function listExcesses({ role, path, response, edge, css, inlineScript, script }: PageWeight): string[] {
  const figures = [
    ["response", response, RESPONSE_BUDGET],
    ["response through an edge", edge, RESPONSE_BUDGET],
    ["CSS", css, CSS_BUDGET],
    ["script", script, SCRIPT_BUDGET],
    ["inline script", inlineScript, INLINE_SCRIPT_BUDGET],
  ] as const;
  return figures
    .filter(([, value, budget]) => value > budget)
    .map(([what, value, budget]) => `${what} of ${role} ${path}: ${value} of ${budget} bytes`);
}

/** The kinds of participants whose pages are weighed. */
export const WEIGHED_ROLES = Object.keys(SCREENS).filter((role) => role !== "member-cart");

/**
 * Weighs every page of one kind of participant. Pages that redirect this participant and the static ones are left out.
 * @param build folder of the client build that the portal serves
 */
export async function* weighScreens(origin: string, build: string, role: string): AsyncGenerator<PageWeight> {
  const { phone, paths } = SCREENS[role] ?? { phone: null, paths: [] };
  const weighScripts = await readScripts(build);
  const login = phone && (await ask(origin, "/login", "", { login: phone, password: DEMO_PASSWORD }));
  if (login && login.location !== "/dashboard/profile/") {
    throw new Error(`${role} can't log in: ${login.status} ${login.location}`);
  }
  const cookie = login ? login.cookies.filter((pair) => !pair.endsWith("=")).join("; ") : "";
  for (const path of paths) {
    const page = await ask(origin, path, cookie);
    if (page.location === "/500.html") throw new Error(`${path} of ${role}: the upstream is down`);
    if (page.status !== 200 || path.endsWith(".html")) continue;
    const text = brotliDecompressSync(page.body).toString("utf8");
    yield {
      role,
      path,
      response: page.size,
      edge: page.size - page.body.length + compress(text, EDGE_QUALITY),
      text,
      css: weighText(Array.from(text.matchAll(/<style>([\s\S]*?)<\/style>/g), ([, css]) => css).join("")),
      inlineScript: Buffer.byteLength(LOADER.exec(text)?.[1] ?? ""),
      script: weighScripts(text),
    };
  }
}

/** Bytes of a text in brotli 11. */
export function weighText(text: string): number {
  return compress(text, 11);
}

/** What an edge uses for responses that it doesn't cache. */
const EDGE_QUALITY = 5;

function compress(text: string, quality: number): number {
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).length;
}

const LOADER = /<script>(\(function\([\s\S]*?)<\/script>/;

interface Reply {
  status: number;
  location: string;
  /** Bytes of headers and body. */
  size: number;
  body: Buffer;
  cookies: string[];
}

/** Sends one request; the body stays compressed. */
function ask(origin: string, path: string, cookie: string, form?: Record<string, string>): Promise<Reply> {
  const body = form && new URLSearchParams(form).toString();
  return new Promise((resolve, reject) => {
    const headers = {
      "Accept-Encoding": "br",
      "User-Agent": "Mozilla/5.0 (Linux; Android 12) Chrome/120.0",
      ...(cookie && { Cookie: cookie }),
      ...(body && { "Content-Type": "application/x-www-form-urlencoded", Origin: origin }),
    };
    const sent = request(new URL(encodeURI(path), origin), { method: body ? "POST" : "GET", headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const cookies = (response.headers["set-cookie"] ?? []).map((line) => line.split(";", 1)[0] ?? "");
        const { location = "" } = response.headers;
        const body = Buffer.concat(chunks);
        // rawHeaders alternates names and values, with two more bytes each; 20 bytes are for status line and empty line.
        const headers = response.rawHeaders.reduce((sum, text) => sum + Buffer.byteLength(text) + 2, 20);
        resolve({ status: response.statusCode ?? 0, location, size: headers + body.length, body, cookies });
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
