import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { setUpstreamUrl } from "../../app/lib/configuration.server";
import { type SealPurpose, sealValue, unsealValue } from "../../app/session/seal.server";
import { readSession, startSession } from "../../app/session/session.server";

const [FIRST, SECOND] = ["first-first-first-first-first-first", "second-second-second-second-second"];
const SESSION = { token: "t-1", userId: "7", role: "member" } as const;
const PURPOSES: SealPurpose[] = [
  "session",
  "cart",
  "notice",
  "activation",
  "confirmed",
  "recovery",
  "unsubscribe",
  "entry",
  "origin",
];

/** The portal starts anew with these secrets. */
function useSecrets(...secrets: string[]) {
  process.env.SESSION_SECRETS = secrets.join(",");
  setUpstreamUrl("http://127.0.0.1:9");
}

beforeEach(() => useSecrets(FIRST));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("§4.19 sealed cookies", () => {
  it("§4.19 what is sealed for one cookie opens as that cookie and as no other", async () => {
    const value = { token: "t-1", text: "Кириллица", list: [1, null] };
    for (const purpose of PURPOSES) {
      const sealed = await sealValue(purpose, value, 60);
      for (const other of PURPOSES) {
        expect(await unsealValue(other, sealed)).toEqual(other === purpose ? value : undefined);
      }
    }
  });

  it("§4.19 somebody who moves their cart into the session cookie isn't logged in by it", async () => {
    const sealed = await sealValue("cart", SESSION, 60);
    expect(await readSession(new Request("http://club/", { headers: { Cookie: `session=${sealed}` } }))).toBeNull();
    const cookie = (await startSession(SESSION))?.[0]?.split(";", 1)[0] ?? "";
    expect(await readSession(new Request("http://club/", { headers: { Cookie: cookie } }))).toEqual(SESSION);
  });

  it("§4.19 a seal shows nothing of its value, and no byte of it can be changed", async () => {
    const sealed = await sealValue("session", SESSION, 60);
    expect(Buffer.from(sealed.slice(2), "base64url").toString("latin1")).not.toContain("t-1");
    expect(await sealValue("session", SESSION, 60)).not.toBe(sealed);
    const bytes = Buffer.from(sealed.slice(2), "base64url");
    for (let place = 0; place < bytes.length; place += 1) {
      const changed = Buffer.from(bytes);
      changed[place] = (changed[place] ?? 0) ^ 1;
      expect(await unsealValue("session", `2.${changed.toString("base64url")}`)).toBeUndefined();
    }
    for (const broken of [
      "",
      "2.",
      "2.AAAA",
      sealed.slice(0, 30),
      sealed.slice(0, -3),
      sealed.slice(2),
      "x".repeat(15_000),
    ]) {
      expect(await unsealValue("session", broken)).toBeUndefined();
    }
  });

  it("§4.19 a seal ends with its lifetime", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const sealed = await sealValue("session", SESSION, 60);
    vi.advanceTimersByTime(59_000);
    expect(await unsealValue("session", sealed)).toEqual(SESSION);
    vi.advanceTimersByTime(1_000);
    expect(await unsealValue("session", sealed)).toBeUndefined();
  });

  it("§4.19 a new secret seals, the old one opens until it is taken away", async () => {
    const old = await sealValue("session", SESSION, 60);
    useSecrets(SECOND, FIRST);
    expect(await unsealValue("session", old)).toEqual(SESSION);
    const fresh = await sealValue("session", SESSION, 60);
    useSecrets(SECOND);
    expect(await unsealValue("session", old)).toBeUndefined();
    expect(await unsealValue("session", fresh)).toEqual(SESSION);
  });
});
