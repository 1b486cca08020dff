import { type ReactNode, useEffect, useId, useRef } from "react";

type StateDialogProps = {
  title: ReactNode;
  children: ReactNode;
  /** What answers it, beside the words where there is room. */
  action?: ReactNode;
  /** Asks for an answer before anything else, where it comes up during a visit. */
  modal?: boolean;
};

/**
 * A dialog that the server opens because of a state. It stands in the page, so that it works without script and covers
 * nothing. One that is modal covers the page only where it comes up during a visit; when script takes over a page that is
 * being read, and after Escape, it stands in its place, so that nothing jumps away from under the finger.
 */
export function StateDialog({ title, children, action, modal }: StateDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  useEffect(() => {
    const element = dialog.current;
    const isTakenOver = performance.getEntriesByName("app-hydrated").length === 0;
    if (!modal || !element || isTakenOver || typeof element.showModal !== "function") return;
    const standInPage = () => {
      if (element.isConnected && !element.open) element.show();
    };
    element.close();
    element.showModal();
    element.addEventListener("close", standInPage);
    return () => element.removeEventListener("close", standInPage);
  }, [modal]);

  return (
    <dialog ref={dialog} open className="dialog dialog--in-page" aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        {children}
      </div>
      {action}
    </dialog>
  );
}
