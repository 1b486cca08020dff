import { Link } from "@remix-run/react";
import type { Links } from "../../../contract/content";
import { formatPhone } from "../../lib/phone";
import { SiteFooter } from "../../ui/shell/site-footer";

/** §1.11: feedback, support, socials, the two documents, the year. */
export function PageFooter({ links, light }: { links: Links; light: boolean }) {
  return (
    <SiteFooter
      columns={[
        {
          title: "Помощь",
          content: (
            <ul>
              <li>
                <Link to="/feedback">Обратная связь</Link>
              </li>
              {links.support.phone && (
                <li>
                  Техническая поддержка: <a href={`tel:${links.support.phone}`}>{formatPhone(links.support.phone)}</a>
                </li>
              )}
              {links.support.email && (
                <li>
                  <a href={`mailto:${links.support.email}`}>{links.support.email}</a>
                </li>
              )}
            </ul>
          ),
        },
        {
          title: "Мы в сети",
          content: (
            <ul>
              {links.socials.map((social) => (
                <li key={social.url}>
                  <a href={social.url} rel="noopener">
                    {social.name}
                  </a>
                </li>
              ))}
            </ul>
          ),
        },
        {
          title: "Документы",
          content: (
            <ul>
              <li>
                <a href={links.privacy_policy || "/"}>Политика конфиденциальности</a>
              </li>
              <li>
                <a href={links.personal_data_consent || "/"}>Согласие на обработку персональных данных</a>
              </li>
            </ul>
          ),
        },
      ]}
    >
      <span>© 2025</span>
      <form method="post" action="/light">
        <input type="hidden" name="light" value={light ? "0" : "1"} />
        <button type="submit" className="btn quiet">
          {light ? "Полная версия" : "Лёгкая версия"}
        </button>
      </form>
    </SiteFooter>
  );
}
