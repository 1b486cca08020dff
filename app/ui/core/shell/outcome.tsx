import { useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { Button, ButtonLink } from "../button";
import { Notice, type NoticeView } from "../notice";

/** How script shows what a form has come to. A browser has one bar; the server uses none of this. */
export const outcome = {
  /** Of a form that is sent without leaving the page. The bar puts its own function here. */
  show(_notice: NoticeView | null): void {},
  /** Of a form that is a navigation: shown when that ends. */
  next: null as NoticeView | null,
};

/**
 * What the last form has come to, at the lower edge of the screen (decision 167): wherever the page is scrolled, the person
 * sees it, and it covers nothing at the page's end. It stays until the next navigation, or until it is closed. The element is
 * always there, because screen readers announce only what changes in it.
 * @param notice the one that came with the page
 */
export function Outcome({ notice }: { notice: NoticeView | null }) {
  const { key } = useLocation();
  const [shown, show] = useState(notice);
  const tell = (told: NoticeView | null) => {
    outcome.next = null;
    show(told);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: each location is the end of a navigation
  useEffect(() => {
    outcome.show = tell;
    tell(outcome.next);
  }, [key]);
  useEffect(() => {
    if (notice) show({ ...notice });
  }, [notice]);
  return (
    <div className="outcome" role={shown?.kind === "error" ? "alert" : "status"}>
      {shown && (
        <Notice
          kind={shown.kind}
          role="none"
          title={shown.title}
          action={
            shown.link && (
              <ButtonLink to={shown.link.to} small>
                {shown.link.text}
              </ButtonLink>
            )
          }
        >
          {shown.text}
          {/* The server's own notice can't be closed: script shows a copy of it. */}
          {shown !== notice && (
            <Button
              type="button"
              variant="quiet"
              className="button--icon"
              aria-label="Закрыть"
              onClick={() => show(null)}
            >
              ✕
            </Button>
          )}
        </Notice>
      )}
    </div>
  );
}
