const GIFTS = ["/dashboard/gifts/", "/dashboard/gifts/phone", "/dashboard/gifts/card", "/dashboard/gifts/giftery"];
const SHARED = ["/dashboard/profile/", "/q&a/", "/promo/", "/promo/1/"];

/** The pages of each kind of participant, with the phone of its demo account. They are weighed, and screenshots are taken. */
export const SCREENS: Readonly<Record<string, { phone: string | null; paths: readonly string[] }>> = {
  guest: {
    phone: null,
    paths: [
      "/",
      "/login",
      "/login?mode=email",
      "/register",
      "/register/manager",
      "/register/member",
      "/activation",
      "/recovery",
      "/feedback",
      "/rules/",
      "/q&a/",
      "/q&a/?search=балл",
      "/q&a/?search=нетничего",
      "/promo/",
      "/promo/1/",
      "/promo/999/",
      "/500.html",
    ],
  },
  curator: {
    phone: "79000000001",
    paths: [
      ...SHARED,
      "/dashboard/report/",
      "/dashboard/invite/",
      "/dashboard/invite/new",
      "/dashboard/points/",
      ...GIFTS,
    ],
  },
  manager: {
    phone: "79000000002",
    paths: [
      ...SHARED,
      "/dashboard/sales/",
      "/dashboard/search/",
      "/dashboard/invite/",
      "/dashboard/invite/import",
      "/dashboard/points/",
      "/dashboard/documents",
    ],
  },
  member: {
    phone: "79000000003",
    paths: [
      ...SHARED,
      "/dashboard/sales/",
      "/dashboard/sales/?date_from=2001-01-01&date_to=2001-01-02",
      "/dashboard/profile/security",
      "/dashboard/points/",
      "/dashboard/points/statement",
      "/dashboard/promo-code",
      "/dashboard/gifts/cart",
      "/dashboard/gifts/delivery",
      "/dashboard/gifts/password",
      ...GIFTS,
    ],
  },
  "member-cart": {
    phone: "79000000003",
    paths: ["/dashboard/gifts/cart", "/dashboard/gifts/delivery?delivery_city=Казань"],
  },
  tadam: { phone: "79000000004", paths: ["/dashboard/profile/"] },
  "system-curator": { phone: "79000000005", paths: ["/dashboard/profile/", "/dashboard/gifts/"] },
  "system-manager": {
    phone: "79000000006",
    paths: ["/dashboard/profile/", "/dashboard/search/", "/dashboard/search/?inn=5000200016"],
  },
  newcomer: { phone: "79000000007", paths: ["/dashboard/profile/", "/agreement", "/curator", "/logout"] },
};

/** Pages whose addresses depend on data: a page, and the selector of the link on it. */
export const LINKED: Readonly<Record<string, readonly (readonly [from: string, link: string])[]>> = {
  guest: [["/rules/", "main a[href*='?']"]],
  curator: [["/dashboard/report/", "tbody a"]],
  manager: [
    ["/dashboard/search/?inn=5000200016", "tbody a"],
    ["/dashboard/sales/", "tbody a"],
  ],
};

/** The links that open each dialog, pressed one after another from the home page (§2.3.3). */
export const DIALOGS: Readonly<Record<string, readonly string[]>> = {
  login: ["a[href='/login']"],
  "login-email": ["a[href='/login']", "a[href*='mode=email']"],
  recovery: ["a[href='/login']", "a[href='/recovery']"],
  activation: ["a[href='/login']", "a[href='/activation']"],
  register: ["a[href='/register']"],
  "register-manager": ["a[href='/register']", "a[href='/register/manager']"],
  "register-member": ["a[href='/register']", "a[href='/register/member']"],
  feedback: ["a[href='/feedback']"],
};
