import { KNOWN_INN, phones } from "../../setup/demo";
import type { RecordedPortal } from "../../setup/recorded-portal";
import type { Row } from "./row";

/** Finds a shop by its INN and follows the link to its months. @returns what the links contain */
async function openMonths({ logIn }: RecordedPortal) {
  const { browser, token } = await logIn(phones.systemManager);
  await browser.open("/dashboard/search/");
  const { document } = await browser.submit({ inn: " 5000 200016" });
  const found = [...document.querySelectorAll<HTMLAnchorElement>("a[href*='user=']")].map(({ href }) => new URL(href));
  const user = found[0]?.searchParams.get("user") ?? "";
  const months = await browser.open(`/dashboard/search?inn=${KNOWN_INN}&user=${user}`);
  const month = months.document.querySelector<HTMLAnchorElement>("a[href*='month=']")?.href ?? "";
  return { browser, token, user, month: new URL(month) };
}

export const regional: readonly Row[] = [
  {
    call: "GET regional/search/users/inn/{inn}",
    title: "a system manager searches by INN, then opens the months of a shop",
    async run(portal) {
      const { token } = await openMonths(portal);
      const path = `regional/search/users/inn/${KNOWN_INN}`;
      return [
        { path, token },
        { path, token },
      ];
    },
  },
  {
    call: "GET regional/search/users/{id}/list/reports/months",
    title: "a system manager opens the months of a shop",
    async run(portal) {
      const { token, user } = await openMonths(portal);
      return { path: `regional/search/users/${user}/list/reports/months`, token };
    },
  },
  {
    call: "GET regional/search/users/export/reports/rows",
    title: "a system manager downloads the rows of a month",
    async run(portal) {
      const { browser, token, user, month } = await openMonths(portal);
      await browser.open(month.pathname + month.search);
      const query = { user_id: user, month: month.searchParams.get("month") ?? "" };
      return { path: "regional/search/users/export/reports/rows", token, query };
    },
  },
];
