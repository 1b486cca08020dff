/**
 * Turns a field, and a list of buttons that is rendered after it from time to time, into an editable combobox (ARIA, list
 * autocomplete with manual selection). The focus stays in the field, the arrow keys move through the list, Enter presses an
 * option, Escape and Tab close the list. Imported on focus; without it the options are ordinary buttons. A second call has
 * no effect.
 * @param container holds the field and, from time to time, the list `.suggestions`; its label is announced with the number
 * of options
 */
export function enhanceCombobox(input: HTMLInputElement, container: HTMLElement): void {
  if (input.getAttribute("role") === "combobox") return;
  const status = Object.assign(document.createElement("p"), { className: "visually-hidden", role: "status" });
  container.append(status);
  let active: HTMLElement | undefined;
  const findList = () => container.querySelector<HTMLElement>(".suggestions");
  const findOptions = () => Array.from(container.querySelectorAll<HTMLElement>(".suggestions button"));

  const setActive = (next: HTMLElement | undefined) => {
    active?.removeAttribute("style");
    active?.setAttribute("aria-selected", "false");
    active = next;
    if (!next) return input.removeAttribute("aria-activedescendant");
    // An inner outline, because the list clips what is outside of it.
    Object.assign(next.style, { outline: "2px solid", outlineOffset: "-2px" });
    next.setAttribute("aria-selected", "true");
    next.scrollIntoView?.({ block: "nearest" });
    input.setAttribute("aria-activedescendant", next.id);
  };

  const update = (open: boolean) => {
    const list = findList();
    if (list) {
      list.hidden = !open;
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
    if (!open || !active?.isConnected) setActive(undefined);
    input.setAttribute("aria-expanded", String(list !== null && open));
    const message = list && open ? `${list.getAttribute("aria-label")}: ${options.length}` : "";
    if (status.textContent !== message) status.textContent = message;
  };

  input.setAttribute("role", "combobox");
  input.setAttribute("aria-autocomplete", "list");
  input.setAttribute("aria-controls", `${input.id}-list`);
  update(true);
  const observer = new MutationObserver((changes) => {
    if (changes.some(({ target }) => target !== status)) update(true);
  });
  observer.observe(container, { childList: true, subtree: true });
  input.addEventListener("input", () => {
    setActive(undefined);
    update(true);
  });

  input.addEventListener("keydown", (event) => {
    const options = findOptions();
    const isOpen = input.getAttribute("aria-expanded") === "true";
    if (options.length === 0 || event.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      update(true);
      setActive(options[nextIndex(active ? options.indexOf(active) : null, event.key, options.length)]);
    } else if (event.key === "Enter" && active) {
      event.preventDefault();
      active.click();
    } else if (event.key === "Escape" && isOpen) {
      // Escape must not close the dialog around the field.
      event.preventDefault();
      update(false);
    } else if (event.key === "Tab") {
      update(false);
    } else if (event.key === "Home" || event.key === "End") {
      setActive(undefined);
    }
  });
}

/** Wraps around at both ends. */
function nextIndex(current: number | null, key: "ArrowDown" | "ArrowUp", count: number): number {
  if (key === "ArrowDown") return current === null ? 0 : (current + 1) % count;
  return current === null ? count - 1 : (current - 1 + count) % count;
}
