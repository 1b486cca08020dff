import type { ReactNode } from "react";

export type NoticeKind = "success" | "info" | "warning" | "error";

const signs: Record<NoticeKind, string> = { success: "✓", info: "i", warning: "!", error: "×" };

type NoticeProps = {
  kind?: NoticeKind;
  title?: ReactNode;
  children?: ReactNode;
  /** A link or button for the next step. */
  action?: ReactNode;
};

/** A banner that says what happened. Screen readers announce an error at once, the others politely. */
export function Notice({ kind = "info", title, children, action }: NoticeProps) {
  return (
    <div className={kind === "info" ? "notice" : `notice notice--${kind}`} role={kind === "error" ? "alert" : "status"}>
      <span className="notice-sign" aria-hidden="true">
        {signs[kind]}
      </span>
      <div>
        {title && <p className="title">{title}</p>}
        {children}
        {action && <p className="button-row">{action}</p>}
      </div>
    </div>
  );
}
