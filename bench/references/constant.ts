// Answers every request with the same text of argv[2] bytes: what node:http alone costs.
import { serve } from "./serve";

const body = Buffer.alloc(Number(process.argv[2]), "x");
const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Length": body.length };

serve((_request, response) => {
  response.writeHead(200, headers).end(body);
});
