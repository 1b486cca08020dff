import { act, render } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SessionMirror } from "../../app/features/login/session-mirror";

const DRAFT = "draft:feedback";

/** What the page has told the service worker. */
let told: unknown[];

beforeEach(() => {
  told = [];
  const ready = Promise.resolve({ active: { postMessage: (message: unknown) => told.push(message) } });
  vi.stubGlobal("navigator", Object.create(navigator, { serviceWorker: { value: { ready } } }));
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

/** Shows a page of this person, or of a guest, and of those who follow in the same browser. */
async function visit(...people: readonly ({ userId: string; points: number } | null)[]) {
  const [first, ...others] = people.map((person) => (
    <SessionMirror
      key="page"
      userId={person?.userId ?? null}
      role={person ? "member" : null}
      points={person?.points ?? null}
    />
  ));
  const page = await act(async () => render(first));
  // What a person leaves in the browser meanwhile.
  localStorage.setItem("cart", "sealed");
  sessionStorage.setItem(DRAFT, "{}");
  for (const one of others) await act(async () => page.rerender(one));
}

const anna = { userId: "1", points: 500 };
const boris = { userId: "2", points: 70 };
const kept = () => [localStorage.getItem("cart"), sessionStorage.getItem(DRAFT), localStorage.getItem("user_id")];

describe("what a browser keeps of a participant", () => {
  it("§4.19 stays while the same person goes from page to page", async () => {
    await visit(anna, { ...anna, points: 480 });
    expect(kept()).toEqual(["sealed", "{}", "1"]);
    expect(told).toMatchObject([{ points: 500 }, { points: 480 }]);
  });

  it("§4.2 §4.19 is gone after a logout, before anybody else logs in", async () => {
    await visit(anna, null);
    expect(kept()).toEqual([null, null, null]);
    // With the flag, whose end the other tabs hear.
    expect([localStorage.getItem("auth"), localStorage.getItem("role")]).toEqual([null, null]);
    expect(told.at(-1)).toMatchObject({ points: null });
  });

  it("§4.2 §4.19 is gone when somebody else has logged in, whose own is kept from then on", async () => {
    const logout = Date.parse("2026-11-25T12:00:00Z");
    vi.spyOn(Date, "now").mockReturnValue(logout);
    await visit(anna, boris);
    expect(kept()).toEqual([null, null, "2"]);
    expect([localStorage.getItem("auth"), localStorage.getItem("role")]).toEqual(["1", "member"]);
    expect(told).toMatchObject([{ points: 500 }, { points: null }, { points: 70 }]);
    // The service worker refuses the balance of a page from before the logout, and this one is from after it.
    const [before, atLogout, after] = told.map((one) => (one as { openedAt: number }).openedAt);
    expect(before).not.toBe(logout);
    expect([atLogout, after]).toEqual([logout, logout]);
  });

  it("§4.19 isn't taken from a guest, who has left nobody", async () => {
    await visit(null, null);
    expect(kept()).toEqual(["sealed", "{}", null]);
    expect(told).toEqual([]);
  });

  it("§4.2 leaves the page when another tab has logged out, or has cleared all that was stored, and for nothing else", async () => {
    const assign = vi.fn();
    vi.stubGlobal("location", { assign });
    await visit(anna);
    const tell = (init: StorageEventInit) => window.dispatchEvent(new StorageEvent("storage", init));
    tell({ key: "auth", newValue: "1" });
    tell({ key: "cart", newValue: null });
    expect(assign).not.toHaveBeenCalled();
    tell({ key: "auth", newValue: null });
    tell({ key: null });
    expect(assign.mock.calls).toEqual([["/dashboard/profile/"], ["/dashboard/profile/"]]);
  });
});
