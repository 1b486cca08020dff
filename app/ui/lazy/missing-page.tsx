import type { ReactNode } from "react";
import { Notice } from "../core/notice";
import { PageHeader } from "../core/page";

interface MissingPageProps {
  /** The link to where the page was opened from. */
  back: ReactNode;
  missing: { title: string; text: string };
  /** What the participant can do about it. */
  action?: ReactNode;
}

/** Stands in place of a page whose subject, such as a report, is no longer known or can't be shown. */
export function MissingPage({ back, missing, action }: MissingPageProps) {
  return (
    <>
      <PageHeader mark={back} title={missing.title} />
      <Notice kind="warning" title={missing.text} action={action} />
    </>
  );
}
