/** First thing on the page for a keyboard: past the menus to `<main id="main">`. */
export function SkipLink() {
  return (
    <a className="skip-link" href="#main">
      К содержанию
    </a>
  );
}
