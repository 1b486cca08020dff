import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestClub, type TestClub } from "../setup/club";
import { phones } from "../setup/demo";
import { openTestPortal, type TestPortal } from "../setup/portal";
import { openBrowser, type Page } from "../setup/portal-browser";

let club: TestClub;
let portal: TestPortal;
beforeAll(async () => {
  club = await openTestClub({ seed: true, work: false });
  portal = await openTestPortal(club, { extensions: true });
});
afterAll(async () => {
  await portal?.close();
  await club?.close();
});

/** Words after a number that begin what follows, and aren't its unit. */
const NO_UNIT =
  "в|во|для|до|за|и|из|или|к|на|не|о|от|по|при|с|со|у|через|что|чтобы|вместо|значит|можно|отправлено|ещё|уже";
/** A plain space beside a number's unit, its sign, or between the groups of its digits. */
const APART = new RegExp(
  [
    String.raw`\d (?!(?:${NO_UNIT})(?!\p{L}))[а-яё]\p{L}*`,
    String.raw`\d (?:[₽%°]|(?:[КМГ]Б|А·ч|мА·ч|Вт|В)(?!\p{L}))`,
    String.raw`\d \d{3}(?!\d)`,
    String.raw`[№§×=+] \S+`,
    String.raw`\S+ [=×]`,
    String.raw`(?<!\p{L})(?:[Дд]|[Сс]тр|[Кк]орп|[Кк]в|[Гг]|[Уу]л|[Пп]ер|ш|пр-т|б-р|пл|[Оо]бл|[Рр]есп)\. \S+`,
  ].join("|"),
  "gu",
);

/** What a page says: a text between two elements each, without what isn't laid out in lines. */
function listTexts(document: Document): string[] {
  const body = document.body.cloneNode(true) as HTMLElement;
  for (const left of body.querySelectorAll("script, style, option, textarea, template")) left.remove();
  const walker = document.createTreeWalker(body, 4 | 128);
  const comments: ChildNode[] = [];
  while (walker.nextNode()) if (walker.currentNode.nodeType === 8) comments.push(walker.currentNode as ChildNode);
  for (const comment of comments) comment.remove();
  body.normalize();
  const texts: string[] = [];
  const nodes = document.createTreeWalker(body, 4);
  while (nodes.nextNode()) texts.push(nodes.currentNode.nodeValue ?? "");
  return texts;
}

function findApart(page: Page): string[] {
  return listTexts(page.document).flatMap((text) => [...text.matchAll(APART)].map(([found]) => found));
}

const WHO = { guest: "", ...phones };

test.each(Object.entries(WHO))(
  "§9.1 for %s a number stays beside its unit on every page",
  async (_, phone) => {
    const browser = openBrowser(portal, phone && (await portal.logIn(phone)));
    const waiting = ["/", "/accessibility"];
    const known = new Set(waiting);
    const findings: Record<string, string[]> = {};
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const page = await browser.open(next);
      if (page.location) {
        if (!known.has(page.location)) waiting.push(page.location);
        known.add(page.location);
      }
      if (!page.headers.get("Content-Type")?.includes("html")) continue;
      const found = findApart(page);
      if (found.length > 0) findings[next] = [...new Set(found)];
      for (const { origin, pathname, search } of page.document.querySelectorAll("a")) {
        const address = pathname + search;
        if (origin !== "http://127.0.0.1:3000" || /^\/(?:files|media|light)\b|export|template|download/.test(pathname))
          continue;
        const kind = pathname.replace(/\/\d+(?=\/|$)/, "/N") + search.replace(/=[^&]*/g, "");
        if (known.has(kind)) continue;
        known.add(kind);
        waiting.push(address);
      }
    }
    expect(findings).toEqual({});
  },
  240_000,
);
