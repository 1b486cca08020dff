import type { LoaderFunctionArgs } from "@remix-run/node";
import QRCode from "qrcode";
import { referralLink } from "../features/invites/referral-link.server";
import { loadUser, requireSession } from "../session/visit.server";

/** The participant's referral link as a QR code. It is black on white in dark mode too, so that cameras can read it. */
export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireSession(args, "/dashboard/invite");
  const user = await loadUser(args, visit);
  if (!user) throw new Response("Ссылки нет.", { status: 404 });
  const url = new URL(args.request.url);
  const role = url.searchParams.get("role") === "manager" ? "manager" : "member";
  const picture = await QRCode.toString(referralLink(user, role, url.origin), { type: "svg", margin: 2 });
  return new Response(picture, {
    headers: { "Content-Type": "image/svg+xml", "Cache-Control": "private, max-age=3600" },
  });
}
