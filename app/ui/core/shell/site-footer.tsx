import type { ReactNode } from "react";

type SiteFooterProps = {
  /** Blocks side by side: links, contacts. */
  columns: readonly { title: string; content: ReactNode }[];
  /** The last line: copyright. */
  children?: ReactNode;
};

/** The footer of every page. */
export function SiteFooter({ columns, children }: SiteFooterProps) {
  return (
    <footer className="site-footer">
      <div className="page">
        <div className="columns columns--fit">
          {columns.map((column) => (
            <div key={column.title}>
              <h2>{column.title}</h2>
              {column.content}
            </div>
          ))}
        </div>
        {children && <div className="site-footer-bottom">{children}</div>}
      </div>
    </footer>
  );
}
