import { readFile } from "node:fs/promises";
import { expect, type Locator, type Page } from "@playwright/test";
import { timeStepOf, totpCode } from "../../club/operators/totp";

/** What is typed into a field of an act: a text, a set flag, or a file. */
type Typed = string | true | { name: string; mimeType: string; buffer: Buffer };

/** An operator at the console. */
export class OperatorAtConsole {
  private secret: Buffer = Buffer.alloc(0);
  private lastStep = 0;

  constructor(
    readonly page: Page,
    private readonly origin: string,
  ) {}

  /** Logs in for the first time: sets a password and an authenticator app. */
  async logInFirst(login: string, oneTimePassword: string, password: string): Promise<void> {
    await this.givePassword(login, oneTimePassword);
    await this.page.getByLabel("Новый пароль").fill(password);
    await this.page.getByRole("button", { name: "Сохранить пароль" }).click();
    await this.setUpApp();
  }

  /** Logs in with a password that is the operator's own, and sets up an authenticator app. */
  async logIn(login: string, password: string): Promise<void> {
    await this.givePassword(login, password);
    await this.setUpApp();
  }

  private async givePassword(login: string, password: string): Promise<void> {
    const { page } = this;
    await page.goto(`${this.origin}/login`);
    await page.getByLabel("Логин").fill(login);
    await page.getByLabel("Пароль").fill(password);
    await page.getByRole("button", { name: "Войти", exact: true }).click();
  }

  private async setUpApp(): Promise<void> {
    const { page } = this;
    this.secret = decodeBase32(((await page.locator("code").textContent()) ?? "").replaceAll(" ", ""));
    await page.getByRole("textbox", { name: "Код" }).fill(this.nextCode());
    await page.getByRole("button", { name: "Готово" }).click();
    await page.getByRole("link", { name: "Коды сохранены, продолжить" }).click();
    await expect(page.getByRole("heading", { name: "Сегодня" })).toBeVisible();
  }

  /** Opens a page of the console. */
  open(path: string) {
    return this.page.goto(this.origin + path);
  }

  /** Checks an act and confirms it, and waits until it is done or waits for a second operator. @returns what it says */
  async act(name: string, values: Readonly<Record<string, Typed>> = {}): Promise<string> {
    await this.open(`/acts/${name}`);
    for (const [field, value] of Object.entries(values)) await type(this.page.locator(`[name="${field}"]`), value);
    await this.page.getByRole("button", { name: "Проверить" }).click();
    await expect(this.page, name).toHaveURL(/\/requests\//);
    return this.press("confirm");
  }

  /** Presses a button of a checked or waiting act, with a code when one is asked for. @returns what the answer says */
  async press(intent: "confirm" | "yes"): Promise<string> {
    const { page } = this;
    const press = async () => {
      if (await page.locator("#code").isVisible()) await page.locator("#code").fill(this.nextCode());
      const answer = page.waitForResponse((response) => response.request().method() === "POST");
      await page.locator(`button[name=intent][value=${intent}]`).click();
      return (await answer).status();
    };
    // The last code may have become too old since the page was made; the answer then has a field for another one.
    if ((await press()) === 422) {
      await expect(page.locator("#code-error")).not.toBeEmpty();
      await press();
    }
    await expect(page.locator("main .notice")).toContainText(/Сделано|Ждёт второго оператора/);
    return (await page.locator("main").textContent()) ?? "";
  }

  /** The file that the act has made. */
  async download(): Promise<string> {
    const started = this.page.waitForEvent("download");
    await this.page.getByRole("link", { name: "Скачать файл" }).click();
    return readFile(await (await started).path(), "utf8");
  }

  /** A code that wasn't used: one is good for half a minute more at both sides. */
  nextCode(): string {
    this.lastStep = Math.max(this.lastStep + 1, timeStepOf(new Date()));
    return totpCode(this.secret, this.lastStep);
  }
}

async function type(control: Locator, value: Typed): Promise<void> {
  if (value === true) return control.check();
  if (typeof value !== "string") return control.setInputFiles(value);
  const isList = (await control.evaluate((element) => element.tagName)) === "SELECT";
  if (isList) await control.selectOption(value);
  else await control.fill(value);
}

export function decodeBase32(text: string): Buffer {
  const bits = [...text].map((sign) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(sign).toString(2).padStart(5, "0"));
  return Buffer.from((bits.join("").match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
