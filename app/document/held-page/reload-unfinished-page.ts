const RELOAD_MS = 5000;

/** A page that shows something unfinished says in a `noscript` that it reloads, which a browser with script doesn't follow. */
export function reloadUnfinishedPage(): void {
  if (document.querySelector("noscript")) setTimeout(() => location.reload(), RELOAD_MS);
}
