import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import type { Driver, DriverOptions } from "./driver";
import { createProfile, removeProfile, startProgram } from "./program";
import { ProtocolSocket } from "./protocol-socket";

const targetsReply = z.array(z.object({ type: z.string(), webSocketDebuggerUrl: z.string().optional() }));
const versionReply = z.object({ product: z.string(), userAgent: z.string() });
const navigateReply = z.object({ errorText: z.string().optional() });
const evaluateReply = z.object({
  result: z.object({ value: z.unknown(), objectId: z.string().optional() }),
  exceptionDetails: z.object({ exception: z.object({ description: z.string().optional() }).optional() }).optional(),
});
const pictureReply = z.object({ data: z.string() });

const ARGS = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-port=0"];
/** The old ones are packed without the helper that begins processes. In one process, as their packages start them, 92 hangs. */
export const WITHOUT_ZYGOTE = ["--no-zygote"];

const LOAD_LIMIT_MS = 30_000;

interface OpenBrowser {
  readonly socket: ProtocolSocket;
  stop(): Promise<void>;
}

/** Starts a Chromium of any year as a phone's browser and drives it by the protocol of its DevTools. */
export async function startChromium(
  program: string,
  furtherArgs: readonly string[],
  { script }: DriverOptions,
): Promise<Driver> {
  const { socket, stop } = await openBrowser(program, furtherArgs);
  const { product, userAgent } = versionReply.parse(await socket.send("Browser.getVersion"));
  const version = product.replace("Headless", "");
  // Remix serves browsers without a head like crawlers.
  const phone = userAgent
    .replace(/\(.*?\)/, "(Linux; Android 9; SM-A105F)")
    .replace(/HeadlessChrome\/\S+/, `${version} Mobile`);
  await socket.send("Network.setUserAgentOverride", { userAgent: phone, acceptLanguage: "ru-RU,ru" });
  await socket.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  await socket.send("Emulation.setScriptExecutionDisabled", { value: !script });
  // Today's Chromium has no focus in a window that nobody has pressed; that of 2018 always has it, and lacks the command.
  await socket.send("Emulation.setFocusEmulationEnabled", { enabled: true }).catch(() => undefined);

  const evaluateIn = async (expression: string, returnByValue: boolean) => {
    const reply = evaluateReply.parse(await socket.send("Runtime.evaluate", { expression, returnByValue }));
    if (reply.exceptionDetails) throw new Error(reply.exceptionDetails.exception?.description ?? "The page threw");
    return reply.result;
  };
  const evaluate = async (expression: string) => (await evaluateIn(expression, true)).value;
  const driver: Driver = {
    version,
    async open(address) {
      // The page before is marked, as it may itself be at the end of its loading now.
      await waitUntil(() => evaluate("window.isLeft = true"), "The page before");
      const { errorText } = navigateReply.parse(await socket.send("Page.navigate", { url: address }));
      if (errorText) throw new Error(`${address}: ${errorText}`);
      const isThere = "!window.isLeft && document.readyState === 'complete' && document.body !== null";
      await waitUntil(() => evaluate(isThere), address);
    },
    evaluate,
    async press(x, y) {
      const at = { x, y, button: "left", clickCount: 1 };
      await socket.send("Input.dispatchMouseEvent", { type: "mousePressed", ...at });
      await socket.send("Input.dispatchMouseEvent", { type: "mouseReleased", ...at });
    },
    async type(text) {
      for (const letter of text) await socket.send("Input.dispatchKeyEvent", { type: "char", text: letter });
    },
    async chooseFile(selector, file) {
      const { objectId } = await evaluateIn(`document.querySelector(${JSON.stringify(selector)})`, false);
      await socket.send("DOM.setFileInputFiles", { objectId, files: [file] });
    },
    async resize(width, height) {
      await socket.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: true });
    },
    async takePicture() {
      const { data } = pictureReply.parse(await socket.send("Page.captureScreenshot", { format: "png" }));
      return Buffer.from(data, "base64");
    },
    async forgetCookies() {
      await socket.send("Network.clearBrowserCookies");
    },
    async close() {
      socket.close();
      await stop();
    },
  };
  return driver;
}

async function openBrowser(program: string, furtherArgs: readonly string[]): Promise<OpenBrowser> {
  const profile = await createProfile();
  const args = [...ARGS, ...furtherArgs, `--user-data-dir=${profile}`, "about:blank"];
  const running = await startProgram(program, args, /DevTools listening on ws:\/\/([\d.:]+)\//);
  const stop = async () => {
    await running.stop();
    await removeProfile(profile);
  };
  try {
    const socket = await ProtocolSocket.connect(await findPage(`http://${running.found}/json/list`));
    await Promise.all(["Page", "Runtime", "Network", "Inspector"].map((domain) => socket.send(`${domain}.enable`)));
    return { socket, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Waits until the page says yes. Between two documents it says nothing. */
async function waitUntil(ask: () => Promise<unknown>, what: string) {
  const limit = Date.now() + LOAD_LIMIT_MS;
  while (!(await ask().catch(() => false))) {
    if (Date.now() > limit) throw new Error(`${what} doesn't load`);
    await delay(20);
  }
}

/** Waits for the first page, which comes a moment after the browser listens. */
async function findPage(list: string): Promise<string> {
  const limit = Date.now() + LOAD_LIMIT_MS;
  while (Date.now() < limit) {
    const targets = targetsReply.parse(await (await fetch(list)).json());
    const address = targets.find(({ type }) => type === "page")?.webSocketDebuggerUrl;
    if (address) return address;
    await delay(50);
  }
  throw new Error("The browser has opened no page");
}
