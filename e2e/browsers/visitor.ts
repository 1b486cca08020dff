import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { transform } from "esbuild";
import type { Driver } from "./driver";
import type * as pageSide from "./page-side";
import type { PageState, ScriptState, Spot } from "./page-side";

type PageSide = typeof pageSide;
type Question = keyof PageSide;

const WAIT_LIMIT_MS = 60_000;
const POLL_MS = 40;

/** The functions of `page-side.ts` as one expression that the oldest of the browsers understands. */
export async function buildPageSide(): Promise<string> {
  const source = await readFile(fileURLToPath(new URL("page-side.ts", import.meta.url)), "utf8");
  const options = { loader: "ts", target: "chrome69", format: "iife", globalName: "pageSide", minify: true } as const;
  return (await transform(source, options)).code;
}

/** A person with one of the browsers. */
export class Visitor {
  readonly #driver: Driver;
  readonly #code: string;
  readonly #origin: string;

  constructor(driver: Driver, code: string, origin: string) {
    this.#driver = driver;
    this.#code = code;
    this.#origin = origin;
  }

  async open(path: string) {
    await this.#driver.open(new URL(path, this.#origin).href);
  }

  /** Asks the page by a function of `page-side.ts`. */
  async ask<Name extends Question>(
    name: Name,
    ...args: Parameters<PageSide[Name]>
  ): Promise<ReturnType<PageSide[Name]>> {
    const call = `${this.#code}return pageSide.${name}(${args.map((value) => JSON.stringify(value)).join(",")})`;
    const answer = await this.#driver.evaluate(`(function(){${call}})()`);
    // The function that was called has this type.
    return answer as ReturnType<PageSide[Name]>;
  }

  /** Waits until the page has something; documents may follow one another meanwhile. */
  async waitFor<Found>(what: string, find: () => Promise<Found | null | false | "">): Promise<Found> {
    const limit = Date.now() + WAIT_LIMIT_MS;
    let failure = "";
    for (;;) {
      try {
        const found = await find();
        if (found) return found;
        failure = "";
      } catch (error) {
        failure = String(error);
      }
      if (Date.now() > limit) {
        const page = await this.ask("readPage").catch(() => null);
        throw new Error(`${what} doesn't come on ${page?.path}. ${failure}\n${page?.text.slice(0, 1500)}`);
      }
      await delay(POLL_MS);
    }
  }

  /**
   * Presses a button, link or field at its place on the screen once it stays there. What covers it there fails the test, except
   * the spinner: a person waits until it goes.
   */
  async press(kind: pageSide.Kind, name: string) {
    let before: Spot | null = null;
    const spot = await this.waitFor<Spot>(`The ${kind} «${name}»`, async () => {
      const found = await this.ask("findSpot", kind, name);
      const isStill = found !== null && found.x === before?.x && found.y === before.y;
      before = found;
      return isStill && !found.coveredBy?.startsWith("div.spinner") && found;
    });
    if (spot.coveredBy !== null) throw new Error(`The ${kind} «${name}» is covered by ${spot.coveredBy}`);
    await this.#driver.press(spot.x, spot.y);
  }

  /** Types into the field of a label, in place of what it has. */
  async fill(label: string, text: string) {
    await this.press("field", label);
    await this.waitFor(`The field «${label}»`, () => this.ask("selectField", label));
    await this.#driver.type(text);
  }

  /** Waits until the field of a label has this value. */
  async hasValue(label: string, value: string) {
    await this.waitFor(`«${value}»`, async () => (await this.ask("readField", label)) === value);
  }

  async choose(label: string, index: number) {
    await this.waitFor(`The list «${label}»`, () => this.ask("chooseOption", label, index));
  }

  async chooseFile(selector: string, file: string) {
    await this.#driver.chooseFile(selector, file);
  }

  /** Waits until the page shows a text. */
  async see(text: string): Promise<PageState> {
    return this.waitFor(`«${text}»`, async () => {
      const page = await this.ask("readPage");
      return page.text.replace(/\s+/g, " ").includes(text) && page;
    });
  }

  /** Waits until the page is this one. */
  async arrive(path: RegExp) {
    await this.waitFor(String(path), async () => path.test((await this.ask("readPage")).path));
  }

  /** Touches the page and waits until its script runs or will not. */
  async startScript(): Promise<ScriptState> {
    await this.waitFor("The document", () => this.ask("touch"));
    const state = await this.waitFor("The script", async () => {
      const found = await this.ask("readScript");
      return found !== "waiting" && found;
    });
    return state;
  }

  /** A PNG of the whole page. */
  async takePicture(width: number): Promise<Buffer> {
    const height = Number(await this.#driver.evaluate("document.documentElement.scrollHeight"));
    await this.#driver.resize(width, Math.min(Math.max(height, 640), 4000));
    const picture = await this.#driver.takePicture();
    await this.#driver.resize(width, 640);
    return picture;
  }
}
