import type { ReactNode } from "react";

export type NoticeKind = "success" | "info" | "warning" | "error";

const signs: Record<NoticeKind, string> = { success: "✓", info: "i", warning: "!", error: "×" };

/** What a form has come to, as the server or a form says it. */
export type NoticeView = { kind: NoticeKind; title?: string; text: string; link?: { to: string; text: string } };

type NoticeProps = {
  kind?: NoticeKind;
  title?: ReactNode;
  children?: ReactNode;
  /** A link or button for the next step. */
  action?: ReactNode;
  /** Where something around it announces it: "none". */
  role?: "none";
};

/** A banner that says what happened. Screen readers announce an error at once, the others politely. */
export function Notice({ kind = "info", title, children, action, role }: NoticeProps) {
  return (
    <div
      className={kind === "info" ? "notice" : `notice notice--${kind}`}
      role={role ?? (kind === "error" ? "alert" : "status")}
    >
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
