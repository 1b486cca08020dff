/** The first link of the page, for keyboards: skips the menus. */
export function SkipLink() {
  return (
    <a className="skip-link" href="#main">
      К содержанию
    </a>
  );
}
