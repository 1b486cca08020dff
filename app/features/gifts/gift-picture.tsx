import type { PrizeHandler } from "../../../contract/values";
import { BoxDrawing } from "../../ui/lazy/blueprint/box";
import { CardDrawing } from "../../ui/lazy/blueprint/card";
import { CertificateDrawing } from "../../ui/lazy/blueprint/certificate";
import { PhoneDrawing } from "../../ui/lazy/blueprint/phone";

const drawings = { phone: PhoneDrawing, card: CardDrawing, giftery: CertificateDrawing, souvenir: BoxDrawing } as const;

/** The picture of a souvenir; kinds, and souvenirs without a picture, have our own drawing. The name stands beside it. */
export function GiftPicture({ handler, picture }: { handler: PrizeHandler; picture: string }) {
  const Drawing = drawings[handler];
  if (handler !== "souvenir" || !picture) return <Drawing />;
  return <img src={picture} alt="" width={160} height={120} loading="lazy" decoding="async" />;
}
