import type { Page } from "@playwright/test";
import { logInByRequest } from "./setup/participant";
import { expect, test } from "./setup/test";

const LARGEST_TYPE = "h1, h3, .steps li, .chart-axis span";
const CONTROLS = "main .button, main legend, main .choice, .login-switch a, .site-footer a:not([href^=mailto])";

/** The words in the largest type, in the narrowest columns and of what is pressed, that are broken over two lines. A hyphen may end a line. */
function listSplitWords(page: Page): Promise<string[]> {
  return page.locator(`${LARGEST_TYPE}, ${CONTROLS}`).evaluateAll((elements) => {
    const split: string[] = [];
    for (const element of elements) {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        for (const { 0: word, index } of (text.nodeValue ?? "").matchAll(/[^\s\u00ad-]+/g)) {
          const range = document.createRange();
          // The first letter after a soft hyphen has a box on the line before too.
          range.setStart(text, text.nodeValue?.[index - 1] === "\u00ad" ? index + 1 : index);
          range.setEnd(text, index + word.length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          if (lines.size > 1) split.push(word);
        }
      }
    }
    return split;
  });
}

test("architecture: on a phone with text of twice the size no word of a heading, a step, a chart, a button, a label or the footer is split @no-js", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  const look = async (path: string) => {
    await page.goto(path);
    await page.locator("html").evaluate((html) => {
      html.style.fontSize = "200%";
    });
    expect([path, await listSplitWords(page)]).toEqual([path, []]);
  };
  await look("/");
  await look("/login");
  await look("/register/manager");
  await look("/register/member");
  await look("/feedback");
  await logInByRequest(page, "79000000003");
  await look("/dashboard/profile/");
  await look("/dashboard/sales/");
  await look("/dashboard/gifts/cart");
});
