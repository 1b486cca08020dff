import type { ReactNode } from "react";

type EmptyStateProps = { drawing: ReactNode; title: ReactNode; children?: ReactNode; action?: ReactNode };

/** Nothing here yet: a drawing, one sentence, one thing to do. */
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
