import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { cacheHeaders } from "../document/cache";
import { readReferralRole, referralLink } from "../features/invites/referral-link.server";
import { ReferralQr } from "../features/invites/referral-qr";
import { loadUser, requireSession } from "../session/visit.server";
import { PageHeader } from "../ui/core/page";
import { PrintButton } from "../ui/lazy/print-button";

export const meta: MetaFunction = () => [{ title: "Листок с QR-кодом — Клуб" }];
export const headers = cacheHeaders("session");

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireSession(args, "/dashboard/invite");
  const user = await loadUser(args, visit);
  if (!user) throw new Response("Ссылки нет.", { status: 404 });
  const url = new URL(args.request.url);
  const role = readReferralRole(url.searchParams);
  return { role, link: referralLink(user, role, url.origin), name: `${user.first_name} ${user.last_name}`.trim() };
}

/** A sheet for the counter of a shop: who scans it registers with the participant. */
export default function ReferralSheetPage() {
  const { role, link, name } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        mark={<Link to="/dashboard/invite/">← Все приглашения</Link>}
        title="Вступайте в клуб"
        lead={INVITATIONS[role]}
        actions={<PrintButton />}
      />
      <ReferralQr role={role} alt="QR-код со ссылкой для вступления" side={QR_SIDE} />
      <p>Наведите на код камеру телефона, откройте ссылку и заполните короткую форму.</p>
      {name && <p>Приглашает {name}</p>}
      <p>{link}</p>
    </>
  );
}

const QR_SIDE = 320;

const INVITATIONS = {
  member: "Магазинам и автосервисам: баллы за купленные запчасти и подарки за баллы.",
  manager: "Менеджерам по продажам: баллы за продажи магазинам и подарки за баллы.",
} as const;
