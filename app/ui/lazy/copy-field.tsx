import { type ReactNode, useState } from "react";
import { Button } from "../core/button";
import { ScriptOnly } from "../core/script-only";

type CopyFieldProps = {
  id: string;
  label: string;
  value: string;
  /** Further buttons about the text. */
  children?: ReactNode;
};

/** A text to copy. It can be selected; a button copies it where the browser allows this. */
export function CopyField({ id, label, value, children }: CopyFieldProps) {
  const [copied, setCopied] = useState(false);

  async function copy() {
    // The browser may refuse; the text can still be selected.
    await navigator.clipboard.writeText(value).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  }

  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="input"
        type="text"
        readOnly
        value={value}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="button-row">
        <ScriptOnly isPossible={() => "clipboard" in navigator}>
          <Button type="button" variant="quiet" small onClick={copy}>
            {copied ? "Скопировано" : "Скопировать"}
          </Button>
        </ScriptOnly>
        {children}
      </div>
      <span className="visually-hidden" role="status">
        {copied ? "Скопировано" : ""}
      </span>
    </div>
  );
}
