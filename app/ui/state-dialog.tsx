import { type ReactNode, useEffect, useId, useRef } from "react";

type StateDialogProps = { title: ReactNode; children: ReactNode };

/**
 * A dialog that the server opens because of a state. It stands in the page, so that it works without script and covers
 * nothing. Where it comes up during a visit it is modal; taking over a page that is already read, or closing it with
 * Escape, leaves it in its place: nothing jumps away from under the finger.
 */
export function StateDialog({ title, children }: StateDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  useEffect(() => {
    const element = dialog.current;
    const isTakenOver = performance.getEntriesByName("app-hydrated").length === 0;
    if (!element || isTakenOver || typeof element.showModal !== "function") return;
    const standInPage = () => {
      if (element.isConnected && !element.open) element.show();
    };
    element.close();
    element.showModal();
    element.addEventListener("close", standInPage);
    return () => element.removeEventListener("close", standInPage);
  }, []);

  return (
    <dialog ref={dialog} open className="ask" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}
