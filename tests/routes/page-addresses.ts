import { readdirSync } from "node:fs";

/** Every route by the name of its file. */
export const routeIds = readdirSync("app/routes")
  .map((name) => `routes/${name.replace(/\.tsx?$/, "")}`)
  // The pieces of the interface are left out of a production build (remix.config.js).
  .filter((id) => id !== "routes/styleguide")
  .toSorted();

const PHONE_GIFT = "/dashboard/gifts/phone";

/** Addresses of routes with parameters, and the queries that a page reads, by route. */
const samples: Readonly<Record<string, readonly string[]>> = {
  "routes/_index": ["/", "/?invite=7", "/?referral=7", "/?token=t", "/?check_word=w&email=a@example.com"],
  "routes/$": ["/no-such-page", "/no-such-file.js"],
  "routes/activation": ["/activation", "/activation?phone=79000000003"],
  "routes/dashboard.gifts.$id": [
    "/dashboard/gifts/19",
    PHONE_GIFT,
    "/dashboard/gifts/card",
    "/dashboard/gifts/giftery",
  ],
  "routes/dashboard.gifts.delivery": [
    ...["/dashboard/gifts/delivery", "/dashboard/gifts/delivery?delivery_city=Казань"],
    "/dashboard/gifts/delivery?delivery_city=Казань&delivery_code=KZN11",
  ],
  "routes/dashboard.invite._index": ["/dashboard/invite", "/dashboard/invite?search=Иван&invite_status=sent"],
  "routes/dashboard.invite.qr": ["/dashboard/invite/qr", "/dashboard/invite/qr?format=png"],
  "routes/dashboard.invite.tasks.$kind.$id._index": ["import", "resend", "other"].map(
    (kind) => `/dashboard/invite/tasks/${kind}/7`,
  ),
  "routes/dashboard.invite.tasks.$kind.$id.errors": ["/dashboard/invite/tasks/import/7/errors"],
  "routes/dashboard.invite.tasks.$kind.$id.status": ["/dashboard/invite/tasks/import/7/status"],
  "routes/dashboard.invite.template": ["/dashboard/invite/template", "/dashboard/invite/template?format=xlsx"],
  "routes/dashboard.points_.orders.$id": ["/dashboard/points/orders/9"],
  "routes/dashboard.points_.reports.$id": ["/dashboard/points/reports/12", "/dashboard/points/reports/12?entry=2945"],
  "routes/dashboard.points_.statement": ["/dashboard/points/statement", "/dashboard/points/statement?month=2026-10"],
  "routes/dashboard.profile._index": ["/dashboard/profile", "/dashboard/profile?manager=7"],
  "routes/dashboard.report._index": ["/dashboard/report", "/dashboard/report?file_name=май"],
  "routes/dashboard.report.$id._index": ["/dashboard/report/37", "/dashboard/report/37?page=2"],
  "routes/dashboard.report.$id.errors": ["/dashboard/report/38/errors"],
  "routes/dashboard.report.$id.file": ["/dashboard/report/37/file"],
  "routes/dashboard.report.claims.$id._index": ["/dashboard/report/claims/3"],
  "routes/dashboard.report.claims.$id.photos.$number": ["/dashboard/report/claims/3/photos/1"],
  "routes/dashboard.report.claims._index": ["/dashboard/report/claims", "/dashboard/report/claims?status=pending"],
  "routes/dashboard.report.preview.$id._index": ["/dashboard/report/preview/5"],
  "routes/dashboard.report.preview.$id.errors": ["/dashboard/report/preview/5/errors"],
  "routes/dashboard.report.status": ["/dashboard/report/status", "/dashboard/report/status?id=37"],
  "routes/dashboard.report.template": ["/dashboard/report/template", "/dashboard/report/template?format=xlsx"],
  "routes/dashboard.sales._index": [
    ...["/dashboard/sales", "/dashboard/sales?date_from=2026-11-01&date_to=2026-11-10&search=фильтр"],
    "/dashboard/sales?date_from=2026-11-10&date_to=2026-11-01",
  ],
  "routes/dashboard.search._index": [
    ...["/dashboard/search", "/dashboard/search?inn=12", "/dashboard/search?inn=5000200016"],
    "/dashboard/search?inn=5000200016&user=14",
  ],
  "routes/dashboard.search.export": ["/dashboard/search/export", "/dashboard/search/export?user=14&month=2026-11"],
  "routes/files.$": ["/files/without-a-signature/file.pdf"],
  "routes/login": ["/login", "/login?mode=email"],
  "routes/media.$name": ["/media/picture.svg"],
  "routes/promo.$id": ["/promo/6", "/promo/5", "/promo/999"],
  "routes/promo.$id_.articles": ["/promo/6/articles"],
  "routes/q&a": ["/q&a", "/q&a?search=вступить", "/q&a?search=нетничего"],
  "routes/rules": ["/rules", "/rules?document=retail-rules"],
  "routes/unsubscribe": ["/unsubscribe", "/unsubscribe?id=1&hash=h"],
  "routes/unsubscribe_.mail": ["/unsubscribe/mail", "/unsubscribe/mail?id=1&hash=h"],
};

/** The addresses at which a route is opened. @throws Error for a route with a parameter and without a sample of it */
export function listAddresses(routeId: string, path = ""): readonly string[] {
  const given = samples[routeId];
  if (given) return given;
  if (/[:*]/.test(path)) throw new Error(`${routeId} needs an address in tests/routes/page-addresses.ts`);
  return [`/${path}`];
}
