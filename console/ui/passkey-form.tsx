import type { ReactNode } from "react";

interface PasskeyFormProps {
  /** Where the script asks what the authenticator has to answer. */
  begin: string;
  button: string;
  /** The text of the script, which the policy of the page knows by its hash. */
  script: string;
  children?: ReactNode;
}

/** A form that an authenticator fills. It is hidden until the script has found that this browser has one. */
export function PasskeyForm({ begin, button, script, children }: PasskeyFormProps) {
  return (
    <>
      <form className="form" method="post" hidden data-passkey={begin}>
        <input type="hidden" name="intent" value="passkey" />
        <input type="hidden" name="response" />
        {children}
        <p className="field-error" role="alert" />
        <p className="button-row">
          <button className="button button--quiet" type="submit">
            {button}
          </button>
        </p>
      </form>
      <script type="module" dangerouslySetInnerHTML={{ __html: script }} />
    </>
  );
}
