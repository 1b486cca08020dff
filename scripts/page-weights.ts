// What the pages of a running portal weigh, and what they may. KB are 1024 bytes.
import { request } from "node:http";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { DEMO_PASSWORD } from "../club/seeds/demo-accounts";
import { readScripts } from "./page-scripts";
import { SCREENS } from "./screens";

/** One page as one kind of participant gets it; everything in bytes. */
export interface PageWeight {
  role: string;
  path: string;
  /** The whole answer as it came over the wire, headers and page. */
  html: number;
  /** The page, unpacked. */
  text: string;
  css: number;
  /** What runs inline before any script is asked for; the page's data doesn't count. */
  inlineScript: number;
  /** All script that the page has asked for once it is alive. */
  script: number;
}

const HTML_BUDGET = 14_000;
const CSS_BUDGET = 5 * 1024;
const SCRIPT_BUDGET = 92 * 1024;
const INLINE_SCRIPT_BUDGET = 1024;

/** What of a page is over its budget, in words; empty when it keeps to all. */
export function listExcesses({ role, path, html, css, inlineScript, script }: PageWeight): string[] {
  const figures = [
    ["HTML", html, HTML_BUDGET],
    ["CSS", css, CSS_BUDGET],
    ["script", script, SCRIPT_BUDGET],
    ["inline script", inlineScript, INLINE_SCRIPT_BUDGET],
  ] as const;
  return figures
    .filter(([, value, budget]) => value > budget)
    .map(([what, value, budget]) => `${what} of ${role} ${path}: ${value} of ${budget} bytes`);
}

/** The kinds of participants whose pages can be weighed. */
export const WEIGHED_ROLES = Object.keys(SCREENS).filter((role) => role !== "member-cart");

/**
 * Weighs every screen of one kind of participant. Screens that this participant is sent away from, and the plain ones
 * without our frame, are left out.
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
    if (page.location === "/500.html") throw new Error(`${path} of ${role}: the upstream is out`);
    if (page.status !== 200 || path.endsWith(".html")) continue;
    const text = brotliDecompressSync(page.body).toString("utf8");
    yield {
      role,
      path,
      html: page.size,
      text,
      css: weighText(/<style>([\s\S]*?)<\/style>/.exec(text)?.[1] ?? ""),
      inlineScript: Buffer.byteLength(LOADER.exec(text)?.[1] ?? ""),
      script: weighScripts(text),
    };
  }
}

/** Bytes of a text at the strongest brotli. */
export function weighText(text: string): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text) };
  return brotliCompressSync(text, { params }).length;
}

const LOADER = /<script>(\(function\([\s\S]*?)<\/script>/;

interface Answer {
  status: number;
  location: string;
  /** Bytes of headers and body. */
  size: number;
  body: Buffer;
  cookies: string[];
}

/** One request, its body as it came over the wire. */
function ask(origin: string, path: string, cookie: string, form?: Record<string, string>): Promise<Answer> {
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
        // Name and value take turns; a line has four more bytes, the empty line at the end and the status line some twenty.
        const headers = response.rawHeaders.reduce((sum, text) => sum + Buffer.byteLength(text) + 2, 20);
        resolve({ status: response.statusCode ?? 0, location, size: headers + body.length, body, cookies });
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
