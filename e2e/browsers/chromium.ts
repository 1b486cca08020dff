import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import type { Driver, DriverOptions } from "./driver";
import { createProfile, removeProfile, startProgram } from "./program";
import { ProtocolSocket } from "./protocol-socket";

const targetsReply = z.array(z.object({ type: z.string(), webSocketDebuggerUrl: z.string().optional() }));
const versionReply = z.object({ product: z.string(), userAgent: z.string() });
const navigateReply = z.object({ errorText: z.string().optional() });
const evaluateReply = z.object({
  result: z.object({ value: z.unknown() }),
  exceptionDetails: z.object({ exception: z.object({ description: z.string().optional() }).optional() }).optional(),
});
const documentReply = z.object({ root: z.object({ nodeId: z.number() }) });
const nodeReply = z.object({ nodeId: z.number().positive() });
const pictureReply = z.object({ data: z.string() });

const ARGS = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-port=0"];
/** The old ones are packed without the helper that begins processes. In one process, as their packages start them, 92 hangs. */
export const WITHOUT_ZYGOTE = ["--no-zygote"];

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

  const evaluate = async (expression: string) => {
    const reply = evaluateReply.parse(await socket.send("Runtime.evaluate", { expression, returnByValue: true }));
    if (reply.exceptionDetails) throw new Error(reply.exceptionDetails.exception?.description ?? "The page threw");
    return reply.result.value;
  };
  const driver: Driver = {
    version,
    async open(address) {
      const loaded = socket.nextEvent("Page.loadEventFired");
      const { errorText } = navigateReply.parse(await socket.send("Page.navigate", { url: address }));
      if (errorText) throw new Error(`${address}: ${errorText}`);
      await loaded;
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
      const { root } = documentReply.parse(await socket.send("DOM.getDocument"));
      const { nodeId } = nodeReply.parse(await socket.send("DOM.querySelector", { nodeId: root.nodeId, selector }));
      await socket.send("DOM.setFileInputFiles", { nodeId, files: [file] });
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
    await Promise.all(["Page", "Runtime", "Network"].map((domain) => socket.send(`${domain}.enable`)));
    return { socket, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Waits for the first page, which comes a moment after the browser listens. */
async function findPage(list: string): Promise<string> {
  for (let tries = 0; tries < 100; tries++) {
    const targets = targetsReply.parse(await (await fetch(list)).json());
    const address = targets.find(({ type }) => type === "page")?.webSocketDebuggerUrl;
    if (address) return address;
    await delay(50);
  }
  throw new Error("The browser has opened no page");
}
