import { useEffect, useRef } from "react";

/**
 * Loads the mask of a field when the field is first touched, which may be before the page's script was there. The field works
 * without it.
 * @param load imports the mask; what it brings is called once with the field
 * @returns the field's `inputRef`, and what to call when it takes the focus
 */
export function useMask(load: () => Promise<(input: HTMLInputElement) => void>) {
  const inputRef = useRef<HTMLInputElement>(null);
  const isAsked = useRef(false);
  const mask = () => {
    const input = inputRef.current;
    if (!input || isAsked.current) return;
    isAsked.current = true;
    load()
      .then((attach) => attach(input))
      .catch(() => undefined);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what has the focus when the script comes was touched before
  useEffect(() => {
    if (inputRef.current === document.activeElement) mask();
  }, []);
  return { inputRef, onTouch: mask };
}
