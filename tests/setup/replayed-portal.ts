import type { Json } from "../contract/recorded-replies";
import { readText } from "./outline-text";
import { openTestPortal } from "./portal";
import { openBrowser, type Page, type PortalBrowser, parsePage } from "./portal-browser";
import { openReplayedUpstream, type ReplayedUpstream } from "./replayed-upstream";

/** The portal with its calls beyond the specification, in front of an upstream that answers as a test says. */
export interface ReplayedPortal {
  readonly upstream: ReplayedUpstream;
  /** Replies of some calls, by their results; the others stay as they were recorded. */
  answer(results: Readonly<Record<string, unknown>>): void;
  /** The recorded profile with other fields, in both calls that tell it. */
  changePerson(change: object): void;
  /** The recorded replies again. */
  answerAsRecorded(): void;
  /** A browser of a participant, or of a guest. */
  visit(participant: string): Promise<PortalBrowser>;
  /** A page after the club has changed its rules, links or questions, which the portal keeps. */
  openAfterChange(participant: string, path: string, version?: string): Promise<Document>;
  close(): Promise<void>;
}

/** One per test file, closed in `afterAll`. */
export async function openReplayedPortal(): Promise<ReplayedPortal> {
  process.env.ORDER_PAUSE_MS = "0";
  const upstream = await openReplayedUpstream();
  const portal = await openTestPortal(upstream, { extensions: true });
  const cookieOf = async (participant: string) => (participant === "guest" ? "" : await portal.logIn(participant));
  return {
    upstream,
    answer(results) {
      upstream.answer((call) =>
        call in results ? { status: 200, json: { success: true, result: results[call] } as Json } : undefined,
      );
    },
    changePerson(change) {
      upstream.vary((call, reply) => {
        if (!/ user\/(?:profile|overview)$/.test(call)) return undefined;
        const { result, ...envelope } = reply as unknown as { result: object };
        return { ...envelope, result: { ...result, ...change } } as Json;
      });
    },
    answerAsRecorded() {
      upstream.vary(undefined);
      upstream.answer(undefined);
    },
    visit: async (participant) => openBrowser(portal, await cookieOf(participant)),
    async openAfterChange(participant, path, version = path) {
      const headers = { Cookie: await cookieOf(participant) };
      const response = await portal.ask(path, { headers }, { contentVersion: version });
      return parsePage(await response.text(), path);
    },
    async close() {
      await portal.close();
      await upstream.close();
    },
  };
}

/** The text of a page's own part, with plain spaces. */
export const textOf = ({ document }: Pick<Page, "document">) => readText(document.querySelector("main")?.textContent);

/** The links of a page's own part, as `text → address`. */
export const linksOf = ({ document }: Pick<Page, "document">) =>
  [...document.querySelectorAll("main a")].map(
    (link) => `${readText(link.textContent)} → ${link.getAttribute("href")}`,
  );

/** The text of the dialog that has opened by itself; empty when none has. */
export const dialogOf = ({ document }: Pick<Page, "document">) =>
  readText(document.querySelector(".state-dialog")?.textContent);

/** What the page says to which a form of this browser leads. */
export async function toldAfter(browser: PortalBrowser, { location }: Pick<Page, "location">): Promise<string> {
  const { document } = await browser.open(location ?? "/");
  return readText(document.querySelector(".outcome")?.textContent);
}
