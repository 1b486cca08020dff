import { type MouseEvent, useEffect, useRef } from "react";
import { controlId } from "./field";
import type { FieldShell } from "./form-shell";

/**
 * Errors above a form: those of the form itself, joined by line breaks, then one link for each invalid field (§8.1, §8.10).
 * It takes the focus after a failed submission; on a page that is loaded with errors it does so by `autofocus`.
 */
export function ErrorSummary({ shell }: { shell: FieldShell }) {
  const block = useRef<HTMLDivElement>(null);
  const lastResult = useRef(shell.result);
  const { result } = shell;

  useEffect(() => {
    if (lastResult.current === result) return;
    lastResult.current = result;
    block.current?.focus({ preventScroll: true });
    block.current?.scrollIntoView?.();
  }, [result]);

  const entries = Object.entries(result?.error ?? {}).filter(([, messages]) => messages && messages.length > 0);
  if (entries.length === 0) return null;
  const own = entries.filter(([name]) => name === "").flatMap(([, messages]) => messages ?? []);
  const ofFields = entries.filter(([name]) => name !== "");

  return (
    // biome-ignore lint/a11y/noAutofocus: without script this makes a screen reader begin with the errors
    <div className="error-summary" role="alert" tabIndex={-1} ref={block} autoFocus>
      {own.length > 0 ? <p>{own.join("\n")}</p> : <p>{ofFields.length > 1 ? "Проверьте поля:" : "Проверьте поле:"}</p>}
      {ofFields.length > 0 && (
        <ul>
          {ofFields.map(([name, messages]) => (
            <li key={name}>
              <a href={`#${controlId(shell, name)}`} onClick={focusTarget}>
                {messages?.join("\n")}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** A link to the hash would be a navigation, which would discard the action's result and the errors with it. */
function focusTarget(event: MouseEvent<HTMLAnchorElement>) {
  const target = document.getElementById(event.currentTarget.hash.slice(1));
  if (!target) return;
  event.preventDefault();
  target.focus();
}
