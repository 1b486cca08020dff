// Weighs every page of the built portal for every kind of participant: `npm run sizes`, or `npm run sizes -- guest member`.
// HTML as the server sends it and at the strongest brotli, the CSS in it, the script of the page once it is alive.
// Fails where one is over its budget. KB are 1024 bytes.
import { request } from "node:http";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { DEMO_PASSWORD } from "../club/seeds/demo-accounts";
import { createDataFolder } from "../e2e/setup/data-folder";
import { startServer } from "../e2e/setup/server";
import { readScripts } from "./page-scripts";
import { SCREENS } from "./screens";

const HTML_BUDGET = 14_000;
const CSS_BUDGET = 6 * 1024;
const FORM_SCRIPT_BUDGET = 81.5 * 1024;
const SCRIPT_BUDGET = 88 * 1024;
const INLINE_SCRIPT_BUDGET = 1024;

/** A form that is the page's own; a message above the content has one too, on any page. */
const OWN_FORM = /<main[\s\S]*<form[^>]*method="post"[\s\S]*<\/main>/;
const MESSAGE = /<dialog[\s\S]*?<\/dialog>/g;
const LOADER = /<script>(\(function\(d,n,w\)[\s\S]*?)<\/script>/;

interface Answer {
  status: number;
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
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks), cookies });
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

function compress(text: string): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text) };
  return brotliCompressSync(text, { params }).length;
}

const wanted = process.argv.slice(2);
const weighScripts = await readScripts("build/client");
const folder = await createDataFolder();
const server = await startServer(folder.path);
const over: string[] = [];
const check = (what: string, value: number, budget: number) => {
  if (value > budget) over.push(`${what}: ${value} of ${budget} bytes`);
  return value;
};
try {
  console.log("participant     HTML br  at br11  CSS    script  page");
  for (const [role, { phone, paths }] of Object.entries(SCREENS)) {
    if ((wanted.length > 0 && !wanted.includes(role)) || role === "member-cart") continue;
    const login = phone && (await ask(server.origin, "/login", "", { login: phone, password: DEMO_PASSWORD }));
    const cookie = login ? login.cookies.filter((pair) => !pair.endsWith("=")).join("; ") : "";
    for (const path of paths) {
      const page = await ask(server.origin, path, cookie);
      if (page.status !== 200 || path.endsWith(".html")) continue;
      const name = `${role} ${path}`;
      const html = brotliDecompressSync(page.body).toString("utf8");
      const css = compress(/<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? "");
      const script = weighScripts(html);
      const figures = [
        check(`HTML of ${name}`, page.body.length, HTML_BUDGET),
        compress(html),
        check(`CSS of ${name}`, css, CSS_BUDGET),
        check(
          `script of ${name}`,
          script,
          OWN_FORM.test(html.replace(MESSAGE, "")) ? FORM_SCRIPT_BUDGET : SCRIPT_BUDGET,
        ),
      ];
      check(`inline script of ${name}`, LOADER.exec(html)?.[1]?.length ?? 0, INLINE_SCRIPT_BUDGET);
      console.log(`${role.padEnd(16)}${figures.map((figure) => String(figure).padEnd(8)).join(" ")}${path}`);
    }
  }
} finally {
  await server.stop();
  await folder.remove();
}
console.log(over.length > 0 ? `Over budget:\n${over.join("\n")}` : "Every page keeps to its budget.");
process.exitCode = over.length > 0 ? 1 : 0;
