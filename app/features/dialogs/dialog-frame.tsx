import type { ReactNode } from "react";
import { ModalDialog } from "../../ui/dialog";
import { DialogSwap } from "../../ui/dialog-form";

export type DialogFrameProps = {
  title: string;
  href: string;
  onClose: () => void;
  onSwap: (href: string) => void;
  /** What happened on the way to this content. */
  notice: ReactNode;
  children: ReactNode;
};

/** The dialog that a link has opened. Comes with the first one, not with the page. */
export function DialogFrame({ title, href, onClose, onSwap, notice, children }: DialogFrameProps) {
  return (
    <DialogSwap.Provider value={onSwap}>
      <ModalDialog title={title} contentKey={href} onClose={onClose}>
        {notice}
        <div className="stack">{children}</div>
      </ModalDialog>
    </DialogSwap.Provider>
  );
}
