import type { ReactNode } from "react";

interface PasskeyFormProps {
  /** Where the script asks what the authenticator has to answer. */
  begin: string;
  button: string;
  /** Makes the form a card of its own; without a title it is the second one of another card. */
  title?: string;
  /** The text of the script, which the policy of the page knows by its hash. */
  script: string;
  children?: ReactNode;
}

/** A form that an authenticator fills. It is hidden until the script has found that this browser has one. */
export function PasskeyForm({ begin, button, title, script, children }: PasskeyFormProps) {
  return (
    <>
      <form className={title ? "card form" : "form"} method="post" hidden data-passkey={begin}>
        <input type="hidden" name="intent" value="passkey" />
        <input type="hidden" name="response" />
        {title && <h2>{title}</h2>}
        {children}
        <p className="field-error" role="alert" />
        <p className="button-row">
          <button className={title ? "button" : "button button--quiet"} type="submit">
            {button}
          </button>
        </p>
      </form>
      <script type="module" dangerouslySetInnerHTML={{ __html: script }} />
    </>
  );
}
