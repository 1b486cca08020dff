import type { ReactNode } from "react";

/** What a notice says with its sign, its words and its colour. */
export type NoticeKind = "success" | "info" | "warning" | "error";

const signs: Record<NoticeKind, string> = { success: "✓", info: "i", warning: "!", error: "×" };

type NoticeProps = {
  kind?: NoticeKind;
  title?: ReactNode;
  children?: ReactNode;
  /** A link or button that does the next thing. */
  action?: ReactNode;
};

/** A banner that tells what happened; an error is announced at once, the rest politely. */
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
