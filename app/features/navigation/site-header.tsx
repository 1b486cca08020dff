import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { formatCount, formatPoints, pointsUnit } from "../../lib/points";
import { Button, ButtonLink } from "../../ui/core/button";
import { CartIcon } from "../../ui/core/icons";
import { Odometer } from "../../ui/core/odometer";
import { BarLink } from "../../ui/core/shell/bar-link";
import { HeaderBar } from "../../ui/core/shell/header-bar";
import { Logo } from "../../ui/core/shell/logo";
import { Menu, type MenuItem, PanelMenu } from "../../ui/core/shell/menu";

interface SiteHeaderProps {
  menu: readonly MenuItem[];
  /** Null for guests and for participants who collect no points. */
  points: number | "unknown" | null;
  cartLines: number;
  isGuest: boolean;
  /** The light version has each link of the menu once: whoever reads a page from its start reads it once. */
  light: boolean;
  /** The bot that checks products; members only (§1.10). */
  authenticityBot: string | null;
}

/** The bar at the top of every page (§2.3.1, §2.3.2). */
export function SiteHeader({ menu, points, cartLines, isGuest, light, authenticityBot }: SiteHeaderProps) {
  return (
    <HeaderBar
      logo={<Logo name="Клуб" />}
      nav={isGuest && !light && <Menu items={menu} label="Разделы сайта" kind="row" />}
      balance={
        points !== null && (
          <Link to="/dashboard/points/" className="site-header-balance">
            {points === "unknown" ? (
              "— баллов"
            ) : (
              <Odometer value={points} label={formatPoints(points)} unit={pointsUnit(points)} />
            )}
          </Link>
        )
      }
      cart={points !== null && <CartButton lines={cartLines} />}
      account={
        isGuest ? (
          <ButtonLink to="/login" variant="secondary" small>
            Войти
          </ButtonLink>
        ) : (
          <LogoutForm />
        )
      }
      menu={
        <PanelMenu items={menu} label="Меню" only={light}>
          <PanelLinks isGuest={isGuest} authenticityBot={authenticityBot} />
        </PanelMenu>
      }
    />
  );
}

/** §2.3.2: disabled while the cart is empty; otherwise it shows the number of lines. */
function CartButton({ lines }: { lines: number }) {
  return (
    <BarLink
      to="/dashboard/gifts/cart"
      icon={<CartIcon />}
      label="Корзина"
      count={lines}
      countLabel={formatCount(lines, "позиция", "позиции", "позиций")}
      disabled={lines === 0}
    />
  );
}

/** §2.3.1: registration and password recovery are in the mobile menu only. */
function PanelLinks({ isGuest, authenticityBot }: Pick<SiteHeaderProps, "isGuest" | "authenticityBot">): ReactNode {
  if (!isGuest) {
    return (
      <>
        {authenticityBot && <BotLink to={authenticityBot} />}
        <LogoutForm />
      </>
    );
  }
  return (
    <>
      <ButtonLink to="/login">Войти</ButtonLink>{" "}
      <ButtonLink to="/register" variant="secondary">
        Регистрация
      </ButtonLink>{" "}
      <ButtonLink to="/recovery" variant="quiet">
        Забыли пароль?
      </ButtonLink>
    </>
  );
}

/** The product-authenticity bot (§1.10). */
export function BotLink({ to }: { to: string }) {
  return (
    <a className="button button--secondary" href={to} rel="noopener">
      Проверить подлинность
    </a>
  );
}

function LogoutForm() {
  return (
    <Form method="post" action="/logout">
      <Button variant="quiet">Выйти</Button>
    </Form>
  );
}
