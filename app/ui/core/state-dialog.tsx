import { type ReactNode, useEffect, useId, useRef } from "react";

type StateDialogProps = {
  title: ReactNode;
  children: ReactNode;
  /** Buttons or a form, beside the text where there is room. */
  action?: ReactNode;
  /** Blocks the page if the dialog appears during a visit, after hydration. */
  modal?: boolean;
};

/**
 * A dialog that the server opens because of the participant's state. It is rendered in the flow of the page, so that it works
 * without script and covers nothing. A modal one covers the page only if it appears during a visit. At hydration and after
 * Escape it stays in the flow, so that the content doesn't move while the person reads it.
 */
export function StateDialog({ title, children, action, modal }: StateDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  useEffect(() => {
    const element = dialog.current;
    const isHydrating = performance.getEntriesByName("app-hydrated").length === 0;
    if (!modal || !element || isHydrating || typeof element.showModal !== "function") return;
    const showInPage = () => {
      if (element.isConnected && !element.open) element.show();
    };
    element.close();
    element.showModal();
    element.addEventListener("close", showInPage);
    return () => element.removeEventListener("close", showInPage);
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
