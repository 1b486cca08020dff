import { Link } from "@remix-run/react";
import { Disclosure } from "../../ui/core/disclosure";
import { CopyField } from "../../ui/lazy/copy-field";
import { ShareButton } from "../../ui/lazy/share-button";
import { type ReferralLink, ReferralQr, referralQrPath } from "./referral-qr";

const titles = { member: "Ссылка для магазина", manager: "Ссылка для менеджера" } as const;
const QR_SIDE = 180;

/** The participant's own links (§2.4.2): to copy, to share, and as a QR code to show, to save and to print. */
export function ReferralLinks({ links }: { links: readonly ReferralLink[] }) {
  return (
    <>
      {links.map(({ role, url }) => (
        <div key={role}>
          <CopyField id={`link-${role}`} label={titles[role]} value={url}>
            <ShareButton title="Приглашение в клуб" url={url} />
          </CopyField>
          <Disclosure summary="QR-код">
            <ReferralQr role={role} alt={`QR-код: ${titles[role].toLowerCase()}`} side={QR_SIDE} />
            <p>
              <a href={referralQrPath(role, "png")} download={`QR-код: ${titles[role].toLowerCase()}.png`}>
                Сохранить картинку
              </a>
              {" · "}
              <Link to={`/dashboard/invite/print?role=${role}`}>Листок для печати</Link>
            </p>
          </Disclosure>
        </div>
      ))}
    </>
  );
}
