import { readText } from "../../setup/outline-text";
import { outline, outlineInLine } from "../../setup/page-outline";
import type { Page } from "../../setup/portal-browser";
import { describeHead, isHtml } from "../../setup/response-outline";
import { describeKept } from "./describe-kept";
import type { FormValues } from "./form-sample";

/** A reply to a form: status, headers and cookies, and what a page shows of notices, of errors and of what was typed. */
export function describeReply(page: Page, typed: FormValues): string[] {
  const [status = "", ...others] = describeHead(page);
  const [headers, cookies] = [others.filter((line) => !isCookie(line)), others.filter(isCookie)];
  const hasBody = !page.location && page.text !== "";
  const isPage = hasBody && isHtml(page);
  const heading = isPage ? [readHeading(page.document)] : [];
  return [
    [status, ...heading, ...headers].join(" · "),
    ...cookies,
    ...(isPage ? describeBody(page, typed) : hasBody ? page.text.split("\n") : []),
  ];
}

const isCookie = (line: string) => line.startsWith("cookie ");

/** All that a page says. */
export function describeMain({ document }: Page): string[] {
  const main = document.querySelector("main");
  return main ? ["it says:", ...outline(main).map((line) => `  ${line}`)] : [];
}

/** The notices that a page shows after a redirect. */
export function describeNotices({ status, document }: Page): string[] {
  const notices = [...document.querySelectorAll(".outcome .notice")];
  return [`then ${status} · ${readHeading(document)}`, ...notices.map((one) => `notice: ${outlineInLine(one)}`)];
}

function readHeading(document: Document): string {
  const heading = document.querySelector("h1");
  return heading ? outlineInLine(heading) : "without a heading";
}

function describeBody({ document, text }: Page, typed: FormValues): string[] {
  const form = findForm(document, typed);
  const errors = [...(form ?? document).querySelectorAll(".field-error")];
  const notices = [...document.querySelectorAll(".outcome .notice, main .notice")];
  return [
    ...(form ? describeSummary(form, errors) : []),
    ...notices.map((one) => `notice: ${outlineInLine(one)}`),
    ...[...errors, ...document.querySelectorAll(".field-status")].filter(readOf).flatMap(outline),
    ...describeKept(text, form, typed),
  ];
}

/** The form with errors, else the one with most of the fields that were sent. */
function findForm(document: Document, typed: FormValues): HTMLFormElement | undefined {
  const count = (form: HTMLFormElement) =>
    Object.keys(typed).filter((name) => form.elements.namedItem(name)).length +
    (form.querySelector(".error-summary") ? 100 : 0);
  const forms = [...document.querySelectorAll("form")].filter(({ method }) => method === "post");
  return forms.toSorted((one, other) => count(other) - count(one))[0];
}

/** What stands above the form, without what its fields say. */
function describeSummary(form: HTMLFormElement, errors: readonly Element[]): string[] {
  const atFields = errors.map(readOf);
  const parts = [...form.querySelectorAll(".error-summary > p, .error-summary a")];
  const own = parts.filter((part) => !readOf(part).endsWith(":") && !atFields.includes(readOf(part)));
  return own.map((part) => `error: ${outlineInLine(part)}`);
}

const readOf = (element: Element) => readText(element.textContent).trim();
