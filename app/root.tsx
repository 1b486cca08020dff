import { data, type LinksFunction, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  type ShouldRevalidateFunction,
  useFetchers,
  useLocation,
  useNavigation,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { dialogPages } from "./dialogs";
import { hasCookieConsent, wantsLightVersion } from "./document/cache";
import { DevelopmentScripts, ScrollMemory } from "./document/development-scripts";
import { LaterStyles } from "./document/later-styles";
import { OpenGraphTags } from "./document/open-graph-tags";
import { rememberShownPage } from "./document/script-fault";
import { isScriptFault, ScriptFaultPage } from "./document/script-fault-page";
import { AgreementDialog } from "./features/agreement/agreement-dialog";
import { BannerDialog } from "./features/banner/banner-dialog";
import { lineKey } from "./features/cart/cart.server";
import { readCart } from "./features/cart/cart-cookie.server";
import { CartRestoration } from "./features/cart/cart-restoration";
import { CookieConsent } from "./features/consent/cookie-consent";
import { DialogLinks } from "./features/dialogs/dialog-links";
import { SessionMirror } from "./features/login/session-mirror";
import { countLines } from "./features/navigation/count-lines";
import { type LayoutParticipant, loadLayout } from "./features/navigation/layout.server";
import { listParticipantMenu, listPublicMenu } from "./features/navigation/menus";
import { PageFooter } from "./features/navigation/page-footer";
import { BotLink, SiteHeader } from "./features/navigation/site-header";
import { readConfiguration } from "./lib/configuration.server";
import { readNotice } from "./session/notice.server";
import { openVisit } from "./session/visit.server";
import styles from "./styles/index.css?url";
import { ButtonLink } from "./ui/core/button";
import { PageHeader } from "./ui/core/page";
import { BACKGROUND_FETCHER_PREFIX } from "./ui/core/polling";
import { SideMenu } from "./ui/core/shell/menu";
import { SiteLayout } from "./ui/core/shell/site-layout";
import { Spinner } from "./ui/core/shell/spinner";

export const meta: MetaFunction = () => [{ title: "Клуб — баллы за запчасти" }];

export const links: LinksFunction = () => [
  // A PNG, because browsers render an SVG icon like a page of its own, on the thread that shows the page.
  { rel: "icon", href: "/favicon.png", sizes: "48x48" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/site.webmanifest" },
  { rel: "stylesheet", href: styles },
];

export async function loader(args: LoaderFunctionArgs) {
  const { request } = args;
  const visit = await openVisit(args);
  const [layout, cart, received] = await Promise.all([loadLayout(args, visit), readCart(request), readNotice(request)]);
  const view = {
    ...layout,
    cartLines: cart?.lines.map(lineKey) ?? [],
    hasNoCart: cart === null,
    notice: received?.notice ?? null,
    light: wantsLightVersion(request),
    asksConsent: !hasCookieConsent(request),
    comingSoon: readConfiguration().comingSoon && COMING_SOON,
    publicOrigin: readConfiguration().publicOrigin ?? null,
  };
  return received ? data(view, { headers: { "Set-Cookie": received.clearCookie } }) : data(view);
}

/** §2.3.5: replaces every page while the variable COMING_SOON is on. */
const COMING_SOON = { title: "Скоро открытие", lead: "Клуб готовится к запуску. Загляните к нам немного позже." };

/** Balance, badges and cart are loaded again after every navigation and form, unless the form's reply says that nothing has changed. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  actionResult,
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}) =>
  !actionResult?.skipRevalidation &&
  (formMethod !== undefined || currentUrl.pathname !== nextUrl.pathname || defaultShouldRevalidate);

export function Layout({ children }: { children: ReactNode }) {
  const view = useRouteLoaderData<typeof loader>("root");
  if (isScriptFault(useRouteError())) return <ScriptFaultPage />;
  return (
    <html lang="ru" data-light={view?.light || undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#1a1d20" media="(prefers-color-scheme: dark)" />
        <meta name="format-detection" content="telephone=no" />
        {view && !view.participant && <OpenGraphTags publicOrigin={view.publicOrigin} />}
        <Meta />
        <Links />
      </head>
      <body>
        <PageLayout>{children}</PageLayout>
        <ScrollMemory />
        <DevelopmentScripts />
      </body>
    </html>
  );
}

export default function App() {
  const { pathname } = useLocation();
  useEffect(() => rememberShownPage(pathname), [pathname]);
  return <Outlet />;
}

/** Stands where another page was, so the person is brought to its heading, wherever that page was scrolled. */
export function ErrorBoundary() {
  const error = useRouteError();
  const { pathname, search } = useLocation();
  const heading = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (performance.getEntriesByName("app-hydrated").length > 0) heading.current?.focus();
  }, []);
  const known = isRouteErrorResponse(error);
  const isOffline = !known && typeof navigator !== "undefined" && navigator.onLine === false;
  const [title, text] = isOffline
    ? NO_NETWORK
    : [
        known && error.status === 404 ? "Такой страницы нет" : "Не получилось показать страницу",
        known && typeof error.data === "string" ? error.data : "Обновите страницу или вернитесь немного позже.",
      ];
  return (
    <>
      <title hidden>{title}</title>
      <div ref={heading} tabIndex={-1}>
        <PageHeader title={title} lead={text} />
      </div>
      {isOffline ? (
        <ButtonLink to={pathname + search} reloadDocument>
          Попробовать ещё раз
        </ButtonLink>
      ) : (
        <ButtonLink to="/">На главную</ButtonLink>
      )}
    </>
  );
}

/** Shorter than the page that the service worker shows to a document without a network: every page carries these words. */
const NO_NETWORK = [
  "Нет связи",
  "Сети сейчас нет. Баллы, подарки и заказы хранятся в клубе: с ними ничего не случится.",
];

/** Whether a form or navigation shows the spinner; polls and other background fetchers don't. */
function isBusy({ key, state }: { key: string; state: string }): boolean {
  return state !== "idle" && !key.startsWith(BACKGROUND_FETCHER_PREFIX);
}

/** Header, menus, notices and footer around a page. Only the page when the root loader has failed. */
function PageLayout({ children }: { children: ReactNode }) {
  const view = useRouteLoaderData<typeof loader>("root");
  const navigation = useNavigation();
  const fetchers = useFetchers();
  const busy = navigation.state !== "idle" || fetchers.some(isBusy);
  if (!view) return <main className="page page-main">{children}</main>;
  const { participant, links: siteLinks } = view;
  const facts = { rulesLink: "/", whereToBuy: siteLinks.where_to_buy, unseenPrizes: 0, unseenPromotions: 0 };
  const menu = participant
    ? listParticipantMenu(participant.participant, { ...facts, ...participant })
    : listPublicMenu(facts);
  const bot = participant?.participant === "member" ? siteLinks.authenticity_bot || null : null;
  return (
    <>
      <SiteLayout
        header={
          <>
            {view.asksConsent && <CookieConsent policyLink={siteLinks.privacy_policy} />}
            <SiteHeader
              menu={menu}
              points={participant?.points ?? null}
              cartLines={countLines(view.cartLines, [navigation, ...fetchers])}
              isGuest={!participant}
              light={view.light}
              authenticityBot={bot}
            />
            <LaterStyles />
          </>
        }
        outcome={view.notice}
        notices={
          <>
            {/* Before the cart and the forms of the page, which would restore what another person has left in storage. */}
            <SessionMirror
              userId={participant?.userId ?? null}
              role={participant?.role ?? null}
              points={numberOrNull(participant?.points)}
            />
            {participant && <StateDialogs {...participant} />}
            {view.hasNoCart && participant && participant.points !== null && <CartRestoration />}
          </>
        }
        side={
          participant &&
          !view.light && (
            <SideMenu items={menu} label="Разделы">
              {bot && <BotLink to={bot} />}
            </SideMenu>
          )
        }
        footer={<PageFooter links={siteLinks} light={view.light} />}
      >
        {view.comingSoon ? <PageHeader {...view.comingSoon} /> : children}
      </SiteLayout>
      <Spinner busy={busy} />
      <DialogLinks pages={dialogPages} notice={view.notice} />
    </>
  );
}

/** §4.4: the dialogs that open by themselves, one at a time. */
function StateDialogs({ isAgreementAccepted, rulesLink, banner }: LayoutParticipant) {
  if (!isAgreementAccepted) return <AgreementDialog rulesLink={rulesLink} />;
  return banner && <BannerDialog {...banner} />;
}

/** The balance that is mirrored: none where it isn't told. */
function numberOrNull(points: unknown): number | null {
  return typeof points === "number" ? points : null;
}
