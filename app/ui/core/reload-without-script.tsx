const RELOAD_SECONDS = 5;

/**
 * Loads a page again that shows something unfinished, in a browser without script, where nothing polls. A page that reloads
 * by itself must not surprise others: the light version in a browser with script has a button for it.
 */
export function ReloadWithoutScript() {
  return (
    <noscript>
      <meta httpEquiv="refresh" content={String(RELOAD_SECONDS)} />
    </noscript>
  );
}
