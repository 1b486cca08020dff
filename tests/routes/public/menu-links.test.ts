import { afterAll, beforeAll, expect, test } from "vitest";
import { phones } from "../../setup/demo";
import { openRecordedPortal, type RecordedPortal } from "../../setup/recorded-portal";

/** What an upstream's menu may have in place of an address, as browsers understand it. */
const HOSTILE = [
  "javascript:alert(1)",
  " JavaScript:alert(1)",
  "java\n\tscript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:alert(1)",
  "blob:https://club.invalid/1",
];
const GOOD = ["https://example.com/club", "http://example.com/club", "/promo/", "mailto:club@example.com", "tg://club"];

let portal: RecordedPortal;

beforeAll(async () => {
  portal = await openRecordedPortal();
  const socials = [...HOSTILE, ...GOOD].map((url, number) => ({ name: `Сеть ${number}`, url }));
  const [script = "", mixed = "", broken = ""] = HOSTILE;
  const links = {
    where_to_buy: mixed,
    authenticity_bot: broken,
    privacy_policy: script,
    personal_data_consent: broken,
    socials,
  };
  portal.upstream.changeReplies((path, json) =>
    path === "content/menu" ? { ...(json as object), result: { data: links } } : undefined,
  );
});
afterAll(() => portal?.close());

test.each(["guest", "member"])(
  "§2.2.1 §1.11 a %s finds no script behind a link of the upstream's menu",
  async (who) => {
    const browser = who === "guest" ? portal.guest() : (await portal.logIn(phones.member)).browser;
    const { document } = await browser.open("/promo");
    const linkOf = (name: string) =>
      [...document.querySelectorAll("a")].find((link) => link.textContent?.trim() === name);
    const networks = [...HOSTILE, ...GOOD].map((_, number) => linkOf(`Сеть ${number}`)?.getAttribute("href"));
    expect(networks).toEqual([...HOSTILE.map(() => "/"), ...GOOD]);
    expect(linkOf("Где купить")).toBeUndefined();
    for (const name of ["Политика конфиденциальности", "Согласие на обработку персональных данных"]) {
      expect(linkOf(name)?.getAttribute("href")).toBe("/");
    }
    const protocols = [...document.querySelectorAll("a")].map(
      ({ href }) => new URL(href, "https://club.invalid").protocol,
    );
    expect(protocols).not.toContain("javascript:");
  },
);
