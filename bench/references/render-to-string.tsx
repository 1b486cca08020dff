// Renders the list with React's renderToString on node:http: the least that a page rendered by React costs.
import { readFileSync } from "node:fs";
import { renderToString } from "react-dom/server";
import { ListPage, Shell } from "./list/list-page";
import { makeRows } from "./list/rows";
import { serve } from "./serve";

const styles = readFileSync(new URL("list/styles.css", import.meta.url), "utf8");
const opening = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"/><meta name="viewport" content="width=device-width, initial-scale=1"/><title>Rewards</title><style>${styles}</style></head><body>`;

serve((_request, response) => {
  const page = renderToString(
    <Shell>
      <ListPage rows={makeRows()} />
    </Shell>,
  );
  response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(`${opening}${page}</body></html>`);
});
