import { useLocation } from "@remix-run/react";
import { SubmitButton } from "../../ui/core/button";
import { FormLayout, usePageForm } from "../../ui/core/form";
import { StateDialog } from "../../ui/core/state-dialog";

/**
 * A message of the club that the participant hasn't seen yet (§4.4); it waits while the curator is shown (§4.11).
 */
export function BannerDialog({ title, text, link }: { title: string; text: string; link: string }) {
  const shell = usePageForm("banner", null, "/banner");
  const { pathname, search } = useLocation();
  if (pathname.replace(/\/$/, "") === "/curator") return null;
  return (
    <StateDialog
      title={title}
      action={
        <FormLayout shell={shell}>
          <input type="hidden" name="to" value={pathname + search} />
          <SubmitButton shell={shell} variant="secondary">
            Понятно
          </SubmitButton>
        </FormLayout>
      }
    >
      {text.split(/\n+/).map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {link && (
        <p>
          <a href={link}>Подробнее</a>
        </p>
      )}
    </StateDialog>
  );
}
