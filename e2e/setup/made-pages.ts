import type { Page } from "@playwright/test";
import { makeInviteCsv } from "../../tests/files/invite-files";
import { makeCsv } from "../../tests/files/report-files";
import { makeSale } from "./demo-sale";
import { expect } from "./test";

/** Pages of what somebody has uploaded or ordered, by the kind of participant. Each is made by requests and returns its address. */
export const MADE_PAGES: Readonly<Record<string, readonly ((page: Page) => Promise<string>)[]>> = {
  curator: [previewReport],
  manager: [importInvites],
  "member-cart": [startOrder],
};

async function previewReport(page: Page): Promise<string> {
  const file = { name: "октябрь.csv", mimeType: "text/csv", buffer: makeCsv([makeSale("2025-10-05")]) };
  const reply = await page.request.post("/dashboard/report/", { multipart: { intent: "preview", file } });
  return reply.url();
}

/** Waits until the list has been read: until then its page loads itself again. */
async function importInvites(page: Page): Promise<string> {
  const list = makeInviteCsv([["made@example.org", "Ёлкин", "Пётр", "", "Ритейл"]]);
  const file = { name: list.name, mimeType: list.type, buffer: Buffer.from(await list.arrayBuffer()) };
  const address = (await page.request.post("/dashboard/invite/import", { multipart: { file } })).url();
  await expect.poll(async () => (await page.request.get(address)).text()).not.toContain('http-equiv="refresh"');
  return address;
}

/** Nothing is ordered until the page's script or a button sends the first unit. */
async function startOrder(page: Page): Promise<string> {
  const gift = { adds: "new", prize_id: "1", recipient: "79001234567", operator: "1", cartCount: "1" };
  await page.request.post("/dashboard/gifts/phone", { form: gift });
  return (await page.request.post("/dashboard/gifts/order", { form: { intent: "start" } })).url();
}

/** Sends a member's claim about a purchase, which the curator then answers. */
export async function claimPurchase(page: Page): Promise<void> {
  const claim = {
    article_code: "OF-1012",
    sell_count: "3",
    sell_date: "2025-03-04",
    curator_id: "1",
    inn: "5000200016",
    document_number: "УПД-778",
    photo: { name: "накладная.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4\n%%EOF\n") },
  };
  const reply = await page.request.post("/dashboard/sales/claims/new", { multipart: claim });
  expect(reply.url()).toContain("/dashboard/sales/claims");
  expect(reply.url()).not.toContain("/new");
}
