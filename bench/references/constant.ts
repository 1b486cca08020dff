// Answers every request with the bytes of the page at argv[2], which it reads once: what node:http alone costs.
import { serve } from "./serve";

const page = await fetch(String(process.argv[2]));
const body = Buffer.from(await page.arrayBuffer());
const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Length": body.length };

serve((_request, response) => {
  response.writeHead(200, headers).end(body);
});
