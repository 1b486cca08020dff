import { type MouseEvent, useEffect, useRef } from "react";
import { controlId } from "./field";
import type { FieldShell } from "./form-shell";

/**
 * The red block above a form: the form's own errors joined by line breaks, then one link per field in error (§8.1, §8.10).
 * Takes the focus after a failed submission; on a page that arrives with errors the browser gives it the focus itself.
 */
export function ErrorSummary({ shell }: { shell: FieldShell }) {
  const block = useRef<HTMLDivElement>(null);
  const seen = useRef(shell.result);
  const { result } = shell;

  useEffect(() => {
    if (seen.current === result) return;
    seen.current = result;
    block.current?.focus();
  }, [result]);

  const entries = Object.entries(result?.error ?? {}).filter(([, messages]) => messages && messages.length > 0);
  if (entries.length === 0) return null;
  const own = entries.filter(([name]) => name === "").flatMap(([, messages]) => messages ?? []);
  const ofFields = entries.filter(([name]) => name !== "");

  return (
    // biome-ignore lint/a11y/noAutofocus: without script this is how a reader hears first what went wrong
    <div className="error-summary" role="alert" tabIndex={-1} ref={block} autoFocus>
      {own.length > 0 ? <p>{own.join("\n")}</p> : <p>Проверьте, что заполнено:</p>}
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

/** A change of the hash would be a navigation, and the router would drop the errors with it. */
function focusTarget(event: MouseEvent<HTMLAnchorElement>) {
  const target = document.getElementById(event.currentTarget.hash.slice(1));
  if (!target) return;
  event.preventDefault();
  target.focus();
}
