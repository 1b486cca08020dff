import { CertificateDrawing } from "../../../ui/lazy/blueprint/certificate";
import type { GiftKind } from "./gift-kind";

/** §3.6: the portal adds one gift to the list, on whose page the certificates are chosen. */
export const certificate: GiftKind = {
  label: "Сертификаты",
  tagName: "Сертификаты",
  group: {
    name: "Подарочный сертификат",
    description: "Выберите сертификат и номинал, чтобы получить подарок.",
    choiceLabel: "Сертификат и номинал",
  },
  showcase: {
    code: "КЛ-02",
    title: "Сертификаты",
    price: "Магазин на выбор",
    text: "Код придёт на вашу почту.",
  },
  Drawing: CertificateDrawing,
  isPerforated: true,
  isDelivered: false,
  fields: [],
  describeFields: () => "",
};
