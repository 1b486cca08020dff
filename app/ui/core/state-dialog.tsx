import { type ReactNode, useEffect, useId, useRef } from "react";

type StateDialogProps = {
  title: ReactNode;
  children: ReactNode;
  /** Buttons or a form, beside the text where there is room. */
  action?: ReactNode;
  /** Blocks the page if the question appears during a visit, after hydration. */
  modal?: boolean;
};

/**
 * What the server asks or tells because of the participant's state. It is a section of the page, so that it works without
 * script and, without styles too, covers nothing. A modal one is put into a dialog if it appears during a visit. At hydration
 * and after Escape it stays in the flow, so that the content doesn't move while the person reads it.
 */
export function StateDialog({ title, children, action, modal }: StateDialogProps) {
  const section = useRef<HTMLElement>(null);
  const id = useId();

  useEffect(() => {
    const isHydrating = performance.getEntriesByName("app-hydrated").length === 0;
    if (modal && !isHydrating && section.current) return showInDialog(section.current, id);
  }, [modal, id]);

  // React removes the outer element, wherever the section within it stands.
  return (
    <div>
      <section ref={section} className="state-dialog" aria-labelledby={id}>
        <div>
          <h2 id={id}>{title}</h2>
          {children}
        </div>
        {action}
      </section>
    </div>
  );
}

/**
 * Moves a section into a modal dialog at its place. As the same element it keeps what was typed and ticked.
 * @returns a function that moves it back, as Escape does too
 */
function showInDialog(section: HTMLElement, label: string): (() => void) | undefined {
  const dialog = document.createElement("dialog");
  if (typeof dialog.showModal !== "function") return;
  const moveBack = () => dialog.replaceWith(section);
  dialog.className = "state-dialog-modal";
  dialog.setAttribute("aria-labelledby", label);
  section.replaceWith(dialog);
  dialog.append(section);
  dialog.showModal();
  dialog.addEventListener("close", moveBack);
  return moveBack;
}
