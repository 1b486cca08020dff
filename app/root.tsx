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
import { type ReactNode, useEffect } from "react";
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
import { ComingSoon } from "./features/navigation/coming-soon";
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
import { Notice } from "./ui/core/notice";
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
    comingSoon: readConfiguration().comingSoon,
    publicOrigin: readConfiguration().publicOrigin ?? null,
  };
  return received ? data(view, { headers: { "Set-Cookie": received.clearCookie } }) : data(view);
}

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

export function ErrorBoundary() {
  const error = useRouteError();
  const known = isRouteErrorResponse(error);
  if (!known && typeof navigator !== "undefined" && navigator.onLine === false) return <NoNetwork />;
  const title = known && error.status === 404 ? "Такой страницы нет" : "Не получилось показать страницу";
  const text = known && typeof error.data === "string" ? error.data : "Обновите страницу или вернитесь немного позже.";
  return (
    <>
      <title hidden>{title}</title>
      <PageHeader title={title} lead={text} />
      <ButtonLink to="/">На главную</ButtonLink>
    </>
  );
}

/** In the words of the page that the service worker shows to a document without a network. */
function NoNetwork() {
  const { pathname, search } = useLocation();
  return (
    <>
      <title hidden>Нет связи — Клуб</title>
      <PageHeader
        title="Нет связи"
        lead="Телефон или компьютер сейчас без сети, поэтому страница не открылась. Баллы, подарки и заказы хранятся в клубе: с ними ничего не случится."
      />
      <ButtonLink to={pathname + search} reloadDocument>
        Попробовать ещё раз
      </ButtonLink>
    </>
  );
}

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
        notices={
          <>
            {/* Before the cart and the forms of the page, which would restore what another person has left in storage. */}
            <SessionMirror
              userId={participant?.userId ?? null}
              role={participant?.role ?? null}
              points={numberOrNull(participant?.points)}
            />
            {view.notice && (
              <Notice kind={view.notice.kind} title={view.notice.title}>
                {view.notice.text}
              </Notice>
            )}
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
        {view.comingSoon ? <ComingSoon /> : children}
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
