import { openTestClub, type TestClub, type TestClubOptions } from "./club";
import { openTestPortal } from "./portal";
import { openBrowser, type PortalBrowser } from "./portal-browser";
import { openRecordingUpstream, type RecordingUpstream } from "./recording-upstream";

/** A participant who has logged in by the form. */
export interface Visitor {
  readonly browser: PortalBrowser;
  readonly token: string;
  readonly id: string;
}

/** The portal in front of the demo's club, with every request between them on record. */
export interface RecordedPortal {
  readonly club: TestClub;
  readonly upstream: RecordingUpstream;
  /** A browser that nobody has logged in with. */
  guest(): PortalBrowser;
  /** Logs in with the password of the demo, at the first call for a phone. @param phone 11 digits */
  logIn(phone: string): Promise<Visitor>;
  /** Logs in once more, for somebody who will log out. */
  logInAgain(phone: string): Promise<Visitor>;
  close(): Promise<void>;
}

interface RecordedPortalOptions {
  settings?: TestClubOptions["settings"];
  /** Milliseconds before each unit of an order. */
  orderPauseMs?: number;
  /** Whether the portal makes the calls beyond the specification. */
  extensions?: boolean;
}

/** One per test file, closed in `afterAll`. */
export async function openRecordedPortal(options: RecordedPortalOptions = {}): Promise<RecordedPortal> {
  process.env.ORDER_PAUSE_MS = String(options.orderPauseMs ?? 0);
  process.env.LOG_LEVEL = "silent";
  const club = await openTestClub({ seed: true, settings: { documentsLimit: 1_000_000, ...options.settings } });
  const upstream = await openRecordingUpstream(club.origin);
  const portal = await openTestPortal({ ...club, origin: upstream.origin }, { extensions: options.extensions });
  const logInAgain = async (phone: string) => {
    const browser = openBrowser(portal);
    await browser.open("/login");
    await browser.submit({ login: phone, password: "club-demo-1" });
    const { json } = upstream.replies.findLast(({ request }) => request.path === "/api/login") ?? {};
    const login = (json as { result?: { access_token?: string; user_id?: unknown } } | undefined)?.result;
    return { browser, token: login?.access_token ?? "", id: String(login?.user_id) };
  };
  const visitors = new Map<string, Promise<Visitor>>();
  return {
    club,
    upstream,
    guest: () => openBrowser(portal),
    logIn(phone) {
      const visitor = visitors.get(phone) ?? logInAgain(phone);
      visitors.set(phone, visitor);
      return visitor;
    },
    logInAgain,
    async close() {
      await portal.close();
      await upstream.close();
      await club.close();
    },
  };
}
