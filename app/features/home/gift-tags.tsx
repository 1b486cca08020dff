import type { ReactNode } from "react";
import { POINT_RATE } from "../../lib/points";
import { BoxDrawing } from "../../ui/lazy/blueprint/box";
import { CardDrawing } from "../../ui/lazy/blueprint/card";
import { CertificateDrawing } from "../../ui/lazy/blueprint/certificate";
import { PhoneDrawing } from "../../ui/lazy/blueprint/phone";
import { PartTag } from "../../ui/lazy/part-tag";

/** The four kinds of gifts (§1.6), hanging on a rail as they do in a workshop. */
export function GiftTags() {
  return (
    <ul className="home-gifts">
      {GIFTS.map(({ code, title, price, text, drawing }) => (
        <li key={code}>
          <PartTag code={code} picture={drawing} title={title} price={price} perforated={code === "КЛ-02"}>
            <p>{text}</p>
          </PartTag>
        </li>
      ))}
    </ul>
  );
}

interface Gift {
  code: string;
  title: string;
  price: string;
  text: string;
  drawing: ReactNode;
}

const GIFTS: readonly Gift[] = [
  {
    code: "КЛ-01",
    title: "На телефон",
    price: POINT_RATE,
    text: "Пополним счёт у любого оператора.",
    drawing: <PhoneDrawing />,
  },
  {
    code: "КЛ-02",
    title: "Сертификаты",
    price: "«Лента», «М.Видео»",
    text: "Код придёт на вашу почту.",
    drawing: <CertificateDrawing />,
  },
  {
    code: "КЛ-03",
    title: "На карту",
    price: POINT_RATE,
    text: "Переведём на карту российского банка.",
    drawing: <CardDrawing />,
  },
  {
    code: "КЛ-04",
    title: "Сувениры",
    price: "С гайкой на боку",
    text: "Фирменные кружки, футболки, инструмент — с доставкой.",
    drawing: <BoxDrawing />,
  },
];
