import type { Page } from "@playwright/test";
import { type InviteLine, makeInviteCsv, makeInviteWorkbook } from "../tests/files/invite-files";
import { readOutbox } from "../tests/setup/outbox";
import { copyDataFolder, createDataFolder } from "./setup/data-folder";
import { downloadRows } from "./setup/download";
import { hydrate } from "./setup/hydrate";
import { logInByRequest } from "./setup/participant";
import { type RunningServer, startServer } from "./setup/server";
import { test as base, expect } from "./setup/test";

/** A server of its own, because 5 000 letters would delay those of other tests. */
const test = base.extend<{ separateServer: { current: RunningServer; restart(): Promise<void> } }>({
  separateServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameters of a fixture
    async ({}, use) => {
      const folder = await createDataFolder();
      await copyDataFolder(process.env.E2E_SEEDED_DATA ?? "", folder.path);
      const separateServer = {
        current: await startServer(folder.path),
        async restart() {
          await separateServer.current.stop();
          separateServer.current = await startServer(folder.path);
        },
      };
      await use(separateServer);
      await separateServer.current.stop();
      await folder.remove();
    },
    { timeout: 120_000 },
  ],
});

const MANAGER = "79000000002";
/** A manager whose invitations no other test changes. */
const INVITER = "79000000113";
const PEOPLE = 5000;

const list = (page: Page) => page.getByRole("table", { name: "Приглашения" });

function makeLines(count: number, prefix: string): InviteLine[] {
  return Array.from({ length: count }, (_, index) => [
    `${prefix}-${index}@example.org`,
    "Ёлкин",
    "Пётр",
    "",
    index % 2 ? "Сейлз" : "Ритейл",
  ]);
}

async function importList(page: Page, file: File) {
  await page.getByLabel("Файл со списком").setInputFiles({
    name: file.name,
    mimeType: file.type || "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    buffer: Buffer.from(await file.arrayBuffer()),
  });
  await page.getByRole("button", { name: "Пригласить по списку" }).click();
  await expect(page).toHaveURL(/\/dashboard\/invite\/tasks\/import\//);
}

test("§1.4 one invitation is sent again to its addressee only, and not twice in ten minutes @js", async ({
  page,
  lastMessage,
  countMessages,
}) => {
  const [email, other] = ["vorobiev@example.com", "sorokina@example.com"];
  const [before, others] = [await countMessages(email, "приглашает вас"), await countMessages(other)];
  await logInByRequest(page, MANAGER);
  await page.goto("/dashboard/invite/?search=vorobiev");
  await page.getByRole("button", { name: `Отправить ещё раз: ${email}` }).click();
  await expect(page.getByText("Отправляем приглашение ещё раз.")).toBeVisible();
  await expect(page).toHaveURL(/search=vorobiev/);
  const letter = await lastMessage(email, "приглашает вас", before);
  expect(letter.text).toContain("/?invite=");
  expect(await countMessages(other)).toBe(others);
  // As long as a letter is in the queue its row has no button to send it again.
  const again = page.getByRole("button", { name: `Отправить ещё раз: ${email}` });
  await expect(async () => {
    await page.goto("/dashboard/invite/?search=vorobiev");
    await expect(again).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 60_000 });
  await again.click();
  await expect(page.getByText(/Отправить ещё раз можно через|Письмо ещё в очереди/)).toBeVisible();
  expect(await countMessages(email)).toBe(before + 1);
});

test("§1.4 §7.1 rejected rows are downloaded as a file; the invitations are paged and filtered by status @js", async ({
  page,
}) => {
  await logInByRequest(page, INVITER);
  await page.goto("/dashboard/invite/import");
  await importList(
    page,
    makeInviteWorkbook([
      ...makeLines(24, "paged"),
      ["не адрес", "Листов", "Лев", "", "Ритейл"],
      ["paged-0@example.org", "Дважды", "Яна", "", "Ритейл"],
    ]),
  );
  await hydrate(page);
  // The page updates itself.
  await expect(page.locator("main")).toContainText("Отправляем: 24 приглашения", { timeout: 60_000 });
  const rows = await downloadRows(page, page.getByRole("link", { name: "Скачать строки с ошибками" }));
  expect(rows.map((row) => [row[0], row.at(-1)])).toEqual([
    ["E-mail", "Причина"],
    ["не адрес", expect.stringContaining("Проверьте e-mail")],
    ["paged-0@example.org", expect.stringContaining("уже есть в строке 2")],
  ]);

  await page.getByRole("link", { name: "К списку приглашений" }).click();
  await page.getByLabel("Имя или e-mail").fill("paged-");
  await page.getByRole("button", { name: "Показать" }).click();
  await expect(page.getByRole("heading", { name: "Найдено: 24" })).toBeVisible();
  const shown = list(page).locator("tbody tr");
  const onFirst = await shown.count();
  expect(onFirst).toBeLessThan(24);
  await page.getByRole("link", { name: /^Дальше/ }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(shown).toHaveCount(Math.min(onFirst, 24 - onFirst));
  await page.getByLabel("Статус").selectOption({ label: "Истекло" });
  await page.getByRole("button", { name: "Показать" }).click();
  await expect(page.getByText("Таких приглашений нет")).toBeVisible();
  await page.goto("/dashboard/invite/?search=paged-7");
  const own = await downloadRows(page, page.getByRole("link", { name: "Выгрузить CSV" }));
  expect(own).toHaveLength(2);
  expect(own[1]).toContain("paged-7@example.org");
});

test("§2.4.4 an invited person unsubscribes by the letter's link, and the inviter sees why no more letters are sent @js", async ({
  page,
  lastMessage,
  countMessages,
}) => {
  const email = "leave.me@example.ru";
  const inviteTo = async (address: string) => {
    await page.goto("/dashboard/invite/new");
    await page.getByLabel(/^Магазин или сервис/).check();
    await page.getByLabel("E-mail").fill(address);
    await page.getByLabel("Фамилия").fill("Тихий");
    await page.getByLabel("Имя").fill("Тит");
    await page.getByRole("button", { name: "Отправить приглашение" }).click();
  };
  await logInByRequest(page, INVITER);
  await inviteTo(email);
  await expect(page.getByText("Приглашение создано")).toBeVisible();
  const link = /http\S+\?id=\S+&hash=\S+/.exec((await lastMessage(email, "приглашает вас")).text)?.[0] ?? "";
  await page.context().clearCookies();

  await page.goto(link);
  const press = page.getByRole("button", { name: "Отписаться" });
  await expect(async () => {
    // Script clicks it at once, or the participant before it comes.
    if (await press.isVisible()) await press.click({ timeout: 1000 });
    await expect(page.getByText("Вы успешно отписались от рассылки.")).toBeVisible({ timeout: 2000 });
  }).toPass();
  expect(page.url()).not.toContain("hash");

  await logInByRequest(page, MANAGER);
  await inviteTo(email.toUpperCase());
  await expect(page.getByText(/просил не присылать ему приглашений/).first()).toBeVisible();
  expect(await countMessages(email)).toBe(1);
});

test("§1.4 §2.4.2 a participant's referral link can be copied and is shown as a QR code @js", async ({
  page,
  context,
}) => {
  await logInByRequest(page, INVITER);
  await page.goto("/dashboard/invite/");
  const field = page.getByLabel("Ссылка для магазина");
  await expect(field).toHaveValue(/\/\?referral=.+&role=member$/);
  await page.getByText("QR-код", { exact: true }).first().click();
  const code = page.getByRole("img", { name: "QR-код: ссылка для магазина" });
  await code.scrollIntoViewIfNeeded();
  await expect.poll(() => code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await hydrate(page);
  await page.getByRole("button", { name: "Скопировать" }).first().click();
  await expect(page.getByRole("button", { name: "Скопировано" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await field.inputValue());
});

test("§2.4.2 the code of a link is saved as a picture and printed on a sheet; a phone hands the link to its own sharing", async ({
  page,
  javaScriptEnabled,
}) => {
  if (javaScriptEnabled !== false) {
    // Chromium on a computer has no sharing.
    await page.addInitScript(() => {
      const share = async (shared: ShareData) =>
        void document.documentElement.setAttribute("data-shared", shared.url ?? "");
      Object.defineProperty(navigator, "share", { value: share });
    });
  }
  await logInByRequest(page, INVITER);
  await page.goto("/dashboard/invite/");
  const field = page.getByLabel("Ссылка для магазина");
  const address = await field.inputValue();
  if (javaScriptEnabled === false) {
    await expect(page.getByRole("button", { name: "Поделиться" })).toHaveCount(0);
  } else {
    await hydrate(page);
    await page.getByRole("button", { name: "Поделиться" }).first().click();
    await expect(page.locator("html")).toHaveAttribute("data-shared", address);
  }
  await page.getByText("QR-код", { exact: true }).first().click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Сохранить картинку" }).first().click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.png$/);
  await page.getByRole("link", { name: "Листок для печати" }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Вступайте в клуб");
  await expect(page.getByText(address)).toBeVisible();
  const code = page.getByRole("img", { name: "QR-код со ссылкой для вступления" });
  await expect.poll(() => code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".site-header")).toBeHidden();
  await expect(code).toBeVisible();
});

test("§1.4 5 000 invitations survive a closed page and a server restart: none is lost or doubled @js", async ({
  browser,
  separateServer,
}) => {
  const context = await browser.newContext({ baseURL: separateServer.current.origin });
  const page = await context.newPage();
  await logInByRequest(page, INVITER);
  await page.goto("/dashboard/invite/import");
  await importList(page, makeInviteCsv(makeLines(PEOPLE, "closed")));
  await page.close();
  await separateServer.restart();

  const later = await context.newPage();
  await expect(async () => {
    await later.goto(`${separateServer.current.origin}/dashboard/invite/?search=closed-`);
    await expect(later.getByRole("heading", { name: /^Найдено: 5\s000$/ })).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 120_000 });
  await context.close();
  const written = (await readOutbox(separateServer.current.dataDir))
    .map(({ to }) => to)
    .filter((to) => to.startsWith("closed-"));
  expect(written.length).toBe(new Set(written).size);
});
