import { Link } from "@remix-run/react";
import { quote } from "../../../contract/russian-quotes";
import { Columns } from "../../ui/core/page";
import type { RulesGroup } from "./rules-groups.server";

/** The rules documents by group, each with links to its text and to its file. */
export function RulesList({ groups }: { groups: readonly RulesGroup[] }) {
  return (
    <Columns kind="two">
      {groups.map((group) => (
        <section key={group.title} className="card stack">
          <h2>{group.title}</h2>
          {group.documents.map(({ code, title, link }) => (
            <div key={code}>
              <h3>
                <Link reloadDocument to={`/rules/?document=${encodeURIComponent(code)}`}>
                  {title}
                </Link>
              </h3>
              {link && (
                <a className="button button--quiet button--small" href={link}>
                  Открыть PDF<span className="visually-hidden"> {quote(title)}</span>
                </a>
              )}
            </div>
          ))}
        </section>
      ))}
    </Columns>
  );
}
