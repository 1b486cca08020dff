import type { ReactNode } from "react";

type EmptyStateProps = { drawing: ReactNode; title: ReactNode; children?: ReactNode; action?: ReactNode };

/** Shown in place of an empty list: a drawing, a sentence, one action. */
export function EmptyState({ drawing, title, children, action }: EmptyStateProps) {
  return (
    <div className="empty-state">
      {drawing}
      <p className="title">{title}</p>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}
