import { SCREENS } from "../../scripts/screens";
import type { PageState } from "./page-side";
import { logIn } from "./participant";
import { expect, PHONE_WIDTH, test } from "./test";

/** The cart of "member-cart" would have to be filled first; the journeys do that. */
const ROLES = Object.entries(SCREENS).filter(([role]) => role !== "member-cart");

/** What React or Remix show in place of a page that they have lost. */
const LOST = /Application Error|Unexpected Server Error/;

for (const [role, { phone, paths }] of ROLES) {
  for (const script of [false, true]) {
    test(`architecture: every page of ${role} fits a phone and stands, ${script ? "with" : "without"} script`, async ({
      visit,
      runsScript,
      note,
      keepPicture,
    }) => {
      const visitor = await visit(script);
      if (phone) await logIn(visitor, phone);
      const problems: string[] = [];
      for (const path of paths) {
        const report = (found: readonly string[]) => problems.push(...found.map((problem) => `${path} ${problem}`));
        await visitor.open(path);
        const page = await visitor.ask("readPage");
        note("styled", page.isStyled ? "yes" : "no");
        report(findFaults(page));
        report(await visitor.ask("listCovered"));
        if (script) {
          const state = await visitor.startScript();
          if (state !== "none") note("script", state);
          const after = await visitor.ask("readPage");
          const losses = findLosses(page, after);
          if (losses.length > 0) note("destroyed", `${role} ${path}`);
          report(losses);
          if (runsScript && state !== "runs" && state !== "none")
            report([`its script ${state}: ${await visitor.ask("readFailure")}`]);
          if (!runsScript && state !== "held back" && state !== "none")
            report([`its script isn't held back, but ${state}`]);
        }
        await keepPicture(visitor, `${role}${path.replace(/[^\p{L}\p{N}]+/gu, "-")}-${script ? "script" : "html"}`);
        if ((await visitor.ask("removeStyles")) === 0) report(["has no styles"]);
        report((await visitor.ask("listCovered")).map((problem) => `without styles: ${problem}`));
        report((await visitor.ask("listGlued")).map((words) => `without styles: «${words}» is one word`));
      }
      expect(problems).toEqual([]);
    });
  }
}

/** What is wrong with a page as the server has sent it. */
function findFaults(page: PageState): string[] {
  const faults: string[] = [];
  if (!page.heading) faults.push("shows no h1");
  if (page.width > PHONE_WIDTH) faults.push(`is ${page.width} px wide: ${page.wide.join("; ")}`);
  if (page.doubled) faults.push(`says «${page.doubled}» to those who see no styles`);
  if (!page.isStyled) faults.push("is bare");
  faults.push(...page.shownHiddenWords.map((words) => `shows the hidden words «${words}»`));
  return faults;
}

/** What script has taken from a page that stood there complete. */
function findLosses(before: PageState, after: PageState): string[] {
  const losses: string[] = [];
  if (LOST.test(after.text) || LOST.test(after.title)) losses.push("became an English error");
  if (after.heading !== before.heading) losses.push(`lost «${before.heading}» and shows «${after.heading}»`);
  if (after.forms < before.forms) losses.push(`had ${before.forms} forms and has ${after.forms}`);
  if (after.width > PHONE_WIDTH && before.width <= PHONE_WIDTH) losses.push(`became ${after.width} px wide`);
  return losses;
}
