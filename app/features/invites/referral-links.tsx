import { Disclosure } from "../../ui/core/disclosure";
import { CopyField } from "../../ui/lazy/copy-field";

export interface ReferralLink {
  role: "member" | "manager";
  url: string;
}

const titles = { member: "Ссылка для магазина", manager: "Ссылка для менеджера" } as const;
const QR_SIDE = 180;

/** The participant's own links (§2.4.2), to copy and as a QR code to show on a phone's screen. */
export function ReferralLinks({ links }: { links: readonly ReferralLink[] }) {
  return (
    <>
      {links.map(({ role, url }) => (
        <div key={role}>
          <CopyField id={`link-${role}`} label={titles[role]} value={url} />
          <Disclosure summary="QR-код">
            <img
              src={`/dashboard/invite/qr?role=${role}`}
              width={QR_SIDE}
              height={QR_SIDE}
              alt={`QR-код: ${titles[role].toLowerCase()}`}
              loading="lazy"
            />
          </Disclosure>
        </div>
      ))}
    </>
  );
}
