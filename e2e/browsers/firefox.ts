import { writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import type { Driver, DriverOptions } from "./driver";
import { createProfile, removeProfile, startProgram } from "./program";
import { ProtocolSocket } from "./protocol-socket";

const sessionReply = z.object({ capabilities: z.object({ browserVersion: z.string() }) });
const treeReply = z.object({ contexts: z.array(z.object({ context: z.string() })).nonempty() });
const evaluateReply = z.object({
  type: z.string(),
  result: z.object({ value: z.unknown() }).optional(),
  exceptionDetails: z.object({ text: z.string() }).optional(),
});
const nodesReply = z.object({ nodes: z.array(z.object({ sharedId: z.string() })).nonempty() });
const pictureReply = z.object({ data: z.string() });

/** Nothing that a new profile shows or fetches by itself. */
const PREFERENCES = {
  "browser.shell.checkDefaultBrowser": false,
  "browser.aboutwelcome.enabled": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "app.normandy.enabled": false,
  "intl.accept_languages": "ru-RU, ru",
};

/** From an empty page the field of addresses takes the focus, and no page gets it after that. */
const START_PAGE = "about:license";

/** Starts Firefox and drives it by WebDriver BiDi. */
export async function startFirefox(program: string, { script }: DriverOptions): Promise<Driver> {
  const profile = await createProfile();
  const preferences = Object.entries({ ...PREFERENCES, "javascript.enabled": script }).map(
    (pair) => `user_pref(${pair.map((part) => JSON.stringify(part)).join(", ")});`,
  );
  await writeFile(path.join(profile, "user.js"), preferences.join("\n"));
  const args = ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port=0", START_PAGE];
  const running = await startProgram(program, args, /WebDriver BiDi listening on (ws:\S+)/, { HOME: profile });
  const socket = await ProtocolSocket.connect(`${running.found}/session`);
  const session = sessionReply.parse(await socket.send("session.new", { capabilities: {} }));
  const tree = treeReply.parse(await socket.send("browsingContext.getTree"));
  const { context } = tree.contexts[0];

  return {
    version: `Firefox/${session.capabilities.browserVersion}`,
    async open(address) {
      await socket.send("browsingContext.navigate", { context, url: address, wait: "complete" });
    },
    async evaluate(expression) {
      const reply = evaluateReply.parse(
        await socket.send("script.evaluate", {
          // Serialized by the page: BiDi's own form of objects would have to be read back.
          expression: `JSON.stringify({ value: ${expression} })`,
          target: { context, ...(!script && { sandbox: "tests" }) },
          awaitPromise: false,
        }),
      );
      if (reply.exceptionDetails) throw new Error(reply.exceptionDetails.text);
      return JSON.parse(String(reply.result?.value)).value;
    },
    async press(x, y) {
      const pointer = { type: "pointer", id: "finger", parameters: { pointerType: "touch" } };
      const at = { type: "pointerMove", x: Math.round(x), y: Math.round(y) };
      const actions = [
        { ...pointer, actions: [at, { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }] },
      ];
      await socket.send("input.performActions", { context, actions });
    },
    async type(text) {
      const keys = Array.from(text).flatMap((value) => [
        { type: "keyDown", value },
        { type: "keyUp", value },
      ]);
      await socket.send("input.performActions", { context, actions: [{ type: "key", id: "keys", actions: keys }] });
    },
    async chooseFile(selector, file) {
      const found = await socket.send("browsingContext.locateNodes", {
        context,
        locator: { type: "css", value: selector },
      });
      const element = { sharedId: nodesReply.parse(found).nodes[0].sharedId };
      await socket.send("input.setFiles", { context, element, files: [file] });
    },
    async resize(width, height) {
      await socket.send("browsingContext.setViewport", { context, viewport: { width, height } });
    },
    async takePicture() {
      const { data } = pictureReply.parse(await socket.send("browsingContext.captureScreenshot", { context }));
      return Buffer.from(data, "base64");
    },
    async forgetCookies() {
      await socket.send("storage.deleteCookies");
    },
    async close() {
      socket.close();
      await running.stop();
      await removeProfile(profile);
    },
  };
}
