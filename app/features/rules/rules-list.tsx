import { Link } from "@remix-run/react";
import { ButtonLink } from "../../ui/button";
import { Section } from "../../ui/page";
import type { RulesGroup } from "./rules-groups.server";

/** The rules documents by group; each opens on this page and as a file. */
export function RulesList({ groups }: { groups: readonly RulesGroup[] }) {
  return groups.map((group) => (
    <Section key={group.title} title={group.title}>
      <ul className="rules">
        {group.documents.map(({ code, title, link }) => (
          <li key={code} className="card">
            <h3>
              <Link to={`/rules/?document=${encodeURIComponent(code)}`}>{title}</Link>
            </h3>
            {link && (
              <ButtonLink to={link} variant="quiet" small reloadDocument>
                Открыть PDF
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
    </Section>
  ));
}
