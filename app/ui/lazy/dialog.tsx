import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef } from "react";
import { Button } from "../core/button";

type ModalDialogProps = {
  title: string;
  /** Changes with the content, so that the focus goes to the new one. */
  contentKey: string;
  /** Called on Escape, a press outside, the phone's Back where it is a close request, and the close button. */
  onClose: () => void;
  children: ReactNode;
};

/**
 * A native modal dialog, open for as long as it is rendered. Where a keyboard is at hand the focus goes to the first field,
 * else to the heading, so that nothing slides up over the form. The page below doesn't scroll meanwhile.
 */
export function ModalDialog({ title, contentKey, onClose, children }: ModalDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  const outside = usePressOutside(dialog, onClose);

  useLayoutEffect(() => {
    if (dialog.current && !dialog.current.open) dialog.current.showModal();
    return lockScroll();
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: other content in the same dialog wants the focus anew
  useEffect(() => {
    const field = window.matchMedia("(pointer: coarse)").matches ? null : findFirstField(dialog.current);
    (field ?? heading.current)?.focus();
    if (!field) dialog.current?.scrollTo(0, 0);
  }, [contentKey]);

  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={id} onClose={onClose} {...outside}>
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

/** A press that begins and ends on the backdrop. One that began inside, such as selecting text, closes nothing. */
function usePressOutside(dialog: RefObject<HTMLDialogElement>, onPress: () => void) {
  const began = useRef(false);
  const isOutside = ({ target, clientX, clientY }: { target: EventTarget; clientX: number; clientY: number }) => {
    if (target !== dialog.current) return false;
    const { left, right, top, bottom } = dialog.current.getBoundingClientRect();
    return clientX < left || clientX > right || clientY < top || clientY > bottom;
  };
  return {
    onPointerDown: (event: React.PointerEvent) => {
      began.current = isOutside(event);
    },
    onClick: (event: React.MouseEvent) => {
      if (began.current && isOutside(event)) onPress();
      began.current = false;
    },
  };
}

function findFirstField(dialog: HTMLDialogElement | null): HTMLElement | null {
  return dialog?.querySelector<HTMLElement>("input:not([type=hidden]):not([readonly]),select,textarea") ?? null;
}

/** Holds the page still; its scrollbar keeps its room. */
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
