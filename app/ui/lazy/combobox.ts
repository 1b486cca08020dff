/**
 * Makes a field, with a list of buttons that comes and goes after it, an editable combobox (ARIA, list autocomplete with
 * manual selection): the focus stays in the field, arrows go through the list, Enter presses the entry, Escape and Tab put
 * the list away. Comes with the focus; without it the entries are buttons like any other. May be called again.
 * @param place holds the field and, while there is one, the list `.suggestions`, whose label is read out with the number of its entries
 */
export function enhanceCombobox(input: HTMLInputElement, place: HTMLElement): void {
  if (input.getAttribute("role") === "combobox") return;
  const told = Object.assign(document.createElement("p"), { className: "visually-hidden", role: "status" });
  place.append(told);
  let active: HTMLElement | undefined;
  const findList = () => place.querySelector<HTMLElement>(".suggestions");
  const findOptions = () => Array.from(place.querySelectorAll<HTMLElement>(".suggestions button"));

  const mark = (next: HTMLElement | undefined) => {
    active?.removeAttribute("style");
    active?.setAttribute("aria-selected", "false");
    active = next;
    if (!next) return input.removeAttribute("aria-activedescendant");
    // Inside, since the list cuts off what stands out of it.
    Object.assign(next.style, { outline: "2px solid", outlineOffset: "-2px" });
    next.setAttribute("aria-selected", "true");
    next.scrollIntoView?.({ block: "nearest" });
    input.setAttribute("aria-activedescendant", next.id);
  };

  const settle = (isWanted: boolean) => {
    const list = findList();
    if (list) {
      list.hidden = !isWanted;
      list.id = `${input.id}-list`;
      list.setAttribute("role", "listbox");
    }
    const options = findOptions();
    for (const [index, option] of options.entries()) {
      option.id = `${input.id}-option-${index}`;
      option.tabIndex = -1;
      option.setAttribute("role", "option");
      option.parentElement?.setAttribute("role", "presentation");
      if (option !== active) option.setAttribute("aria-selected", "false");
    }
    if (!isWanted || !active?.isConnected) mark(undefined);
    input.setAttribute("aria-expanded", String(list !== null && isWanted));
    const news = list && isWanted ? `${list.getAttribute("aria-label")}: ${options.length}` : "";
    if (told.textContent !== news) told.textContent = news;
  };

  input.setAttribute("role", "combobox");
  input.setAttribute("aria-autocomplete", "list");
  input.setAttribute("aria-controls", `${input.id}-list`);
  settle(true);
  const watch = new MutationObserver((changes) => {
    if (changes.some(({ target }) => target !== told)) settle(true);
  });
  watch.observe(place, { childList: true, subtree: true });
  input.addEventListener("input", () => {
    mark(undefined);
    settle(true);
  });

  input.addEventListener("keydown", (event) => {
    const options = findOptions();
    const isOpen = input.getAttribute("aria-expanded") === "true";
    if (options.length === 0 || event.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      settle(true);
      mark(options.at(nextPlace(active ? options.indexOf(active) : null, event.key, options.length)));
    } else if (event.key === "Enter" && active) {
      event.preventDefault();
      active.click();
    } else if (event.key === "Escape" && isOpen) {
      // The dialog around it stays.
      event.preventDefault();
      settle(false);
    } else if (event.key === "Tab") {
      settle(false);
    } else if (event.key === "Home" || event.key === "End") {
      mark(undefined);
    }
  });
}

/** From the last entry on to the first, and back. */
function nextPlace(now: number | null, key: "ArrowDown" | "ArrowUp", count: number): number {
  if (key === "ArrowDown") return now === null ? 0 : (now + 1) % count;
  return now === null ? count - 1 : (now - 1 + count) % count;
}
