import { Form, useLocation } from "@remix-run/react";
import { Button } from "../../ui/core/button";

/** §4.14: asks for the consent to cookies at the top of the page; it never covers other content. */
export function CookieConsent({ policyLink }: { policyLink: string }) {
  const { pathname, search } = useLocation();
  return (
    <aside className="cookie-consent" aria-label="Файлы cookie">
      <Form method="post" action="/cookies" className="page">
        <input type="hidden" name="to" value={pathname + search} />
        <p>
          Чтобы сайт работал, мы храним файлы cookie.{" "}
          {policyLink && <a href={policyLink}>Как мы обращаемся с данными</a>}
        </p>
        <Button variant="secondary" small>
          Хорошо
        </Button>
      </Form>
    </aside>
  );
}
