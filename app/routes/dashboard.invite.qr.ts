import type { LoaderFunctionArgs } from "@remix-run/node";
import { CACHE_CONTROL } from "../document/cache";
import { readReferralRole, referralLink } from "../features/invites/referral-link.server";
import { loadUser, requireSession } from "../session/visit.server";

/** Side of the picture to save, in px: sharp on a sheet of paper. */
const PNG_SIDE = 1200;
const MARGIN = 2;

/**
 * The participant's referral link as a QR code, an SVG to show or a PNG to save. It is black on white in dark mode too, so
 * that cameras can read it.
 */
export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireSession(args, "/dashboard/invite");
  const user = await loadUser(args, visit);
  if (!user) throw new Response("Ссылки нет.", { status: 404 });
  const url = new URL(args.request.url);
  const link = referralLink(user, readReferralRole(url.searchParams), url.origin);
  // The address is the same for everybody: the next participant of this browser has to get another picture.
  const headers = { "Cache-Control": CACHE_CONTROL.session };
  // Half a megabyte of memory, which not every server will need.
  const { default: QRCode } = await import("qrcode");
  if (url.searchParams.get("format") === "png") {
    const picture = await QRCode.toBuffer(link, { width: PNG_SIDE, margin: MARGIN });
    return new Response(new Uint8Array(picture), { headers: { ...headers, "Content-Type": "image/png" } });
  }
  const picture = await QRCode.toString(link, { type: "svg", margin: MARGIN });
  return new Response(picture, { headers: { ...headers, "Content-Type": "image/svg+xml" } });
}
