import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef } from "react";
import { Button } from "../core/button";

type ModalDialogProps = {
  title: string;
  /** Changes with the content, so that the focus moves into the new content. */
  contentKey: string;
  /** Called on Escape, a press outside, the close button, and the phone's Back button where that is a close request. */
  onClose: () => void;
  children: ReactNode;
};

/**
 * A native modal dialog, open as long as it is rendered. The focus goes to the first field; on touch screens it goes to the
 * heading, so that the on-screen keyboard doesn't cover the form. The page below doesn't scroll meanwhile.
 */
export function ModalDialog({ title, contentKey, onClose, children }: ModalDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  const outsidePress = usePressOutside(dialog, onClose);

  useLayoutEffect(() => {
    if (dialog.current && !dialog.current.open) dialog.current.showModal();
    return lockScroll();
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: new content in the same dialog takes the focus again
  useEffect(() => {
    const field = window.matchMedia("(pointer: coarse)").matches ? null : findFirstField(dialog.current);
    (field ?? heading.current)?.focus();
    if (!field) dialog.current?.scrollTo(0, 0);
  }, [contentKey]);

  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={id} onClose={onClose} {...outsidePress}>
      <div className="dialog-header">
        <h2 id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <Button type="button" variant="quiet" className="button--icon" aria-label="Закрыть" onClick={onClose}>
          <span aria-hidden="true">✕</span>
        </Button>
      </div>
      {children}
    </dialog>
  );
}

/** Detects a press that begins and ends on the backdrop; selecting text from inside to outside is none. */
function usePressOutside(dialog: RefObject<HTMLDialogElement>, onPress: () => void) {
  const beganOutside = useRef(false);
  const isOutside = ({ target, clientX, clientY }: { target: EventTarget; clientX: number; clientY: number }) => {
    if (target !== dialog.current) return false;
    const { left, right, top, bottom } = dialog.current.getBoundingClientRect();
    return clientX < left || clientX > right || clientY < top || clientY > bottom;
  };
  return {
    onPointerDown: (event: React.PointerEvent) => {
      beganOutside.current = isOutside(event);
    },
    onClick: (event: React.MouseEvent) => {
      if (beganOutside.current && isOutside(event)) onPress();
      beganOutside.current = false;
    },
  };
}

function findFirstField(dialog: HTMLDialogElement | null): HTMLElement | null {
  return dialog?.querySelector<HTMLElement>("input:not([type=hidden]):not([readonly]),select,textarea") ?? null;
}

/** Stops the page from scrolling and keeps the width of its scrollbar. Returns the function that undoes it. */
function lockScroll(): () => void {
  const { style, clientWidth } = document.documentElement;
  const { overflow, scrollbarGutter } = style;
  if (window.innerWidth > clientWidth) style.scrollbarGutter = "stable";
  style.overflow = "hidden";
  return () => {
    style.overflow = overflow;
    style.scrollbarGutter = scrollbarGutter;
  };
}
