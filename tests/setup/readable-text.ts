/** The HTML of a page as it is read: without React's comments, with plain spaces. */
export function readableText(html: string): string {
  return html.replaceAll("<!-- -->", "").replaceAll("&nbsp;", " ").replace(/\s+/g, " ");
}
