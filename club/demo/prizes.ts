import { quote } from "../../contract/russian-quotes";
import type { PrizeHandler } from "../gifts/prizes/kinds";
import type { Trx } from "../platform/services";
import { type PictureName, pictureAddress } from "./pictures";

interface PrizeSeed {
  readonly handler: PrizeHandler;
  readonly retailer?: string;
  readonly name: string;
  readonly description: string;
  readonly picture: PictureName;
  readonly price: number;
  /** Size and pieces in stock. */
  readonly sizes?: readonly (readonly [size: string, stock: number])[];
  /** Added lately, so that the demo's participants have unseen gifts. */
  readonly isNew?: boolean;
}

/** A point is worth a rouble (§1.6), so the price is the amount. */
function topUp(amount: number): PrizeSeed {
  return {
    handler: "phone",
    name: `Пополнение телефона на ${formatRoubles(amount)}`,
    description: "Деньги придут на счёт телефона любого российского оператора в течение суток.",
    picture: "phone",
    price: amount,
  };
}

function payout(amount: number): PrizeSeed {
  return {
    handler: "card",
    name: `Выплата на карту ${formatRoubles(amount)}`,
    description: "Перевод на банковскую карту, выпущенную в России. Обычно приходит за 1–3 рабочих дня.",
    picture: "card",
    price: amount,
  };
}

function certificate(retailer: string, picture: PictureName, description: string, amount: number): PrizeSeed {
  return {
    handler: "giftery",
    retailer,
    name: `Сертификат ${quote(retailer)} на ${formatRoubles(amount)}`,
    description,
    picture,
    price: amount,
  };
}

const groceries = "Для покупок в магазинах сети и с доставкой. Код придёт на вашу почту, действует 12 месяцев.";
const appliances = "Для покупок техники в магазинах сети и на сайте. Код придёт на вашу почту, действует 12 месяцев.";

const prizes: readonly PrizeSeed[] = [
  ...[100, 300, 500, 1000].map(topUp),
  ...[500, 1000, 3000, 5000].map(payout),
  ...[500, 1000, 3000].map((amount) => certificate("Лента", "lenta", groceries, amount)),
  ...[1000, 3000, 5000].map((amount) => certificate("М.Видео", "electronics", appliances, amount)),
  souvenir("Кружка керамическая", "Матовая, 350 мл, с гайкой на боку. Можно мыть в посудомоечной машине.", "mug", 450),
  souvenir(
    "Блокнот с ручкой",
    "Формат А5, 96 листов в клетку, на пружине: ложится ровно рядом с верстаком.",
    "notebook",
    350,
  ),
  souvenir("Перчатки рабочие", "Нитриловое покрытие, размер универсальный. Пять пар в упаковке.", "gloves", 300),
  {
    ...souvenir("Кепка", "Хлопок плотного плетения, металлическая застёжка.", "cap", 600),
    sizes: [
      ["S/M", 24],
      ["L/XL", 18],
    ],
  },
  {
    ...souvenir("Футболка", "Хлопок 180 г/м², прямой крой, печать держится после стирки.", "shirt", 900),
    sizes: [
      ["S", 12],
      ["M", 30],
      ["L", 34],
      ["XL", 20],
      ["XXL", 0],
    ],
  },
  {
    ...souvenir("Куртка-ветровка", "Непромокаемая, с капюшоном в воротнике и четырьмя карманами.", "jacket", 3900),
    sizes: [
      ["S", 4],
      ["M", 9],
      ["L", 11],
      ["XL", 6],
      ["XXL", 3],
    ],
  },
  souvenir("Термос 750 мл", "Держит тепло 12 часов, крышка служит чашкой.", "thermos", 1500),
  souvenir("Зонт-трость", "Полуавтомат, купол 105 см, спицы из стекловолокна.", "umbrella", 1300),
  souvenir("Фонарь аккумуляторный", "500 люмен, магнит в торце, зарядка по USB-C.", "flashlight", 1200),
  { ...souvenir("Мультитул", "Двенадцать инструментов, чехол на пояс.", "multitool", 2200), isNew: true },
  { ...souvenir("Внешний аккумулятор", "10 000 мА·ч, два выхода, быстрая зарядка.", "powerbank", 2400), isNew: true },
  {
    ...souvenir("Рюкзак городской", "25 литров, отделение для ноутбука, ткань не промокает.", "backpack", 3200),
    isNew: true,
  },
];

/** Mobile operators of top-ups, in the order of the list on screen. */
const operators: readonly string[] = ["МТС", "Билайн", "МегаФон", "Т2", "Йота", "Ростелеком"];

/** Writes the prizes with their sizes, and the mobile operators. */
export async function seedPrizes(trx: Trx, dates: { first: Date; recent: Date }): Promise<void> {
  const rows = await trx
    .insertInto("prizes")
    .values(
      prizes.map((prize, index) => ({
        handler_system_name: prize.handler,
        retailer: prize.retailer ?? "",
        name: prize.name,
        description: prize.description,
        image_url: pictureAddress(prize.picture),
        price: prize.price,
        position: index + 1,
        created_at: prize.isNew ? dates.recent : dates.first,
      })),
    )
    .returning(["id", "name"])
    .execute();
  const ids = new Map(rows.map((row) => [row.name, row.id]));
  const sizes = prizes.flatMap(({ name, sizes = [] }) =>
    sizes.map(([value, stock], position) => ({ prize_id: ids.get(name) ?? 0, value, stock, position })),
  );
  await trx.insertInto("prize_sizes").values(sizes).execute();
  await trx
    .insertInto("mobile_operators")
    .values(operators.map((name) => ({ name })))
    .execute();
}

function souvenir(name: string, description: string, picture: PictureName, price: number): PrizeSeed {
  return { handler: "souvenir", name, description, picture, price };
}

/** Groups thousands with a no-break space. */
function formatRoubles(amount: number): string {
  return `${String(amount).replace(/\B(?=(\d{3})+$)/g, "\u00a0")}\u00a0₽`;
}
