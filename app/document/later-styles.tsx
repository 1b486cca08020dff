/** What `LaterStyles` is in the rendered HTML. Text is escaped, so that nothing else of a page can be the same. */
export const LATER_STYLES_MARK = "<style></style>";

/** The place of the styles that only what follows needs. `postProcessHtml` writes them here, so that React must not compare them. */
export function LaterStyles() {
  return <style dangerouslySetInnerHTML={{ __html: "" }} suppressHydrationWarning />;
}
