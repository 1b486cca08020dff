import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { findFreePort } from "../../tests/setup/free-port";
import type { Driver, DriverOptions } from "./driver";
import { createProfile, removeProfile, startProgram } from "./program";

const MINI_BROWSER = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser";

/** The buttons above the page would keep the window wider than a phone. */
const NARROW_TOOLBAR = "box *, toolbar *, headerbar * { font-size: 1px; margin: 0; padding: 0; min-width: 0; }";

const sessionReply = z.object({ sessionId: z.string(), capabilities: z.object({ browserVersion: z.string() }) });
const sizeReply = z.object({ width: z.number(), height: z.number() });
const elementReply = z.record(z.string());

/**
 * Without a manager of windows the one under the pointer has the focus. The pointer stands in the middle of the screen, which
 * the phone's window has to cover; a window for a picture may be taller than the screen.
 */
const SCREEN = "640x1200x24";

/** Starts WebKitGTK's small browser on a screen of its own and drives it by WebDriver. */
export async function startWebKit({ script }: DriverOptions): Promise<Driver> {
  const screen = await startProgram(
    "Xvfb",
    ["-displayfd", "1", "-screen", "0", SCREEN, "-nolisten", "tcp"],
    /^(\d+)$/m,
  );
  const profile = await createProfile();
  await mkdir(path.join(profile, "gtk-3.0"));
  await writeFile(path.join(profile, "gtk-3.0", "gtk.css"), NARROW_TOOLBAR);
  const port = await findFreePort();
  const running = await startProgram("WebKitWebDriver", [`--port=${port}`, "--host=127.0.0.1"], /^()/, {
    DISPLAY: `:${screen.found}`,
    LANG: "C.UTF-8",
    XDG_CONFIG_HOME: profile,
    NO_AT_BRIDGE: "1",
  });
  const origin = `http://127.0.0.1:${port}`;
  const browser = { binary: MINI_BROWSER, args: ["--automation", `--enable-javascript=${script}`] };
  const begun = sessionReply.parse(
    await sendCommand("POST", `${origin}/session`, {
      capabilities: { alwaysMatch: { "webkitgtk:browserOptions": browser } },
    }),
  );
  const session = `${origin}/session/${begun.sessionId}`;
  const post = (path: string, body: object = {}) => sendCommand("POST", `${session}/${path}`, body);
  const find = async (selector: string) => {
    const found = elementReply.parse(await post("element", { using: "css selector", value: selector }));
    return Object.values(found)[0] ?? "";
  };

  const evaluate = (expression: string) => post("execute/sync", { script: `return ${expression}`, args: [] });
  return {
    version: `WebKitGTK/${begun.capabilities.browserVersion}`,
    async open(address) {
      await post("url", { url: address });
    },
    evaluate,
    async press(x, y) {
      const pointer = { type: "pointer", id: "mouse", parameters: { pointerType: "mouse" } };
      const at = { type: "pointerMove", duration: 0, x: Math.round(x), y: Math.round(y) };
      const actions = [
        { ...pointer, actions: [at, { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }] },
      ];
      await post("actions", { actions });
    },
    async type(text) {
      const keys = Array.from(text).flatMap((value) => [
        { type: "keyDown", value },
        { type: "keyUp", value },
      ]);
      await post("actions", { actions: [{ type: "key", id: "keys", actions: keys }] });
    },
    async chooseFile(selector, file) {
      await post(`element/${await find(selector)}/value`, { text: file });
    },
    async resize(width, height) {
      await post("window/rect", { width, height });
      const inner = sizeReply.parse(await evaluate("({ width: innerWidth, height: innerHeight })"));
      await post("window/rect", { width: 2 * width - inner.width, height: 2 * height - inner.height });
    },
    async takePicture() {
      return Buffer.from(z.string().parse(await sendCommand("GET", `${session}/screenshot`)), "base64");
    },
    async forgetCookies() {
      await sendCommand("DELETE", `${session}/cookie`);
    },
    async close() {
      await running.stop();
      await screen.stop();
      await removeProfile(profile);
    },
  };
}

const START_LIMIT_MS = 60_000;

/** @throws Error when the browser refuses the command */
async function sendCommand(method: string, address: string, body?: object): Promise<unknown> {
  const init = { method, ...(body && { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }) };
  let response: Response | undefined;
  const limit = Date.now() + START_LIMIT_MS;
  while (!response) {
    try {
      response = await fetch(address, init);
    } catch (error) {
      if (Date.now() > limit) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  const { value } = z.object({ value: z.unknown() }).parse(await response.json());
  if (!response.ok) throw new Error(JSON.stringify(value));
  return value;
}
