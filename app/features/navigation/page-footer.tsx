import { Link, useLocation } from "@remix-run/react";
import type { Links } from "../../../contract/content";
import { formatPhone } from "../../lib/phone";
import { SiteFooter } from "../../ui/core/shell/site-footer";

/** §1.11: feedback, support, socials, the two documents, the year. */
export function PageFooter({ links, light }: { links: Links; light: boolean }) {
  const { phone, email } = links.support;
  const columns = [
    {
      title: "Помощь",
      content: (
        <ul>
          <li>
            <Link to="/feedback">Обратная связь</Link>
          </li>
          <li>
            <Link to="/accessibility">Доступность</Link>
          </li>
          {(phone || email) && <li className="site-footer-label">Техническая поддержка</li>}
          {phone && (
            <li>
              <a href={`tel:+${phone.replace(/\D/g, "")}`}>{formatPhone(phone)}</a>
            </li>
          )}
          {email && (
            <li>
              <a href={`mailto:${email}`}>{email}</a>
            </li>
          )}
        </ul>
      ),
    },
    { title: "Мы в сети", content: <LinkList links={links.socials} /> },
    {
      title: "Документы",
      content: (
        <LinkList
          links={[
            { name: "Политика конфиденциальности", url: links.privacy_policy },
            { name: "Согласие на обработку персональных данных", url: links.personal_data_consent },
          ]}
        />
      ),
    },
  ];
  return (
    <SiteFooter columns={columns.filter(({ title }) => title !== "Мы в сети" || links.socials.length > 0)}>
      <LightSwitch light={light} />
      <span>© 2025 Клуб</span>
    </SiteFooter>
  );
}

/** Links to other sites and documents. A link without an address leads to the home page. */
function LinkList({ links }: { links: readonly { name: string; url: string }[] }) {
  return (
    <ul>
      {links.map(({ name, url }) => (
        <li key={name}>
          <a href={url || "/"} rel="noopener">
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** A plain form, because switching scripts on or off needs a full page load. */
function LightSwitch({ light }: { light: boolean }) {
  const { pathname, search } = useLocation();
  return (
    <form method="post" action="/light">
      <input type="hidden" name="light" value={light ? "0" : "1"} />
      <input type="hidden" name="to" value={pathname + search} />
      <button type="submit" className="button button--quiet">
        {light ? "Полная версия" : "Лёгкая версия"}
      </button>
    </form>
  );
}
