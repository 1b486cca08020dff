import { quote } from "../../contract/russian-quotes";
import type { Trx } from "../platform/services";
import { appendCheckDigits } from "./inn";

export interface LegalEntity {
  readonly inn: string;
  readonly name: string;
  readonly address: string;
}

interface CompanySeed extends LegalEntity {
  readonly actualName: string;
}

export interface RetailSeed extends CompanySeed {
  readonly segment: string;
}

/** No region has a tax office 00, so the invented INN belongs to nobody. */
function company(region: string, serial: number, name: string, address: string): LegalEntity {
  return {
    inn: appendCheckDigits(`${region}00${String(serial).padStart(5, "0")}`),
    name: `ООО ${quote(name)}`,
    address,
  };
}

function entrepreneur(region: string, serial: number, person: string, address: string): LegalEntity {
  return { inn: appendCheckDigits(`${region}00${String(serial).padStart(6, "0")}`), name: `ИП ${person}`, address };
}

function distributor(region: string, serial: number, name: string, address: string): CompanySeed {
  return { ...company(region, serial, name, address), actualName: name };
}

/** The three distributors, in the order of their curators in `people.ts`. */
export const distributors: readonly CompanySeed[] = [
  distributor("77", 10101, "Автодеталь-Центр", "г. Москва, ул. Промышленная, д. 11, стр. 2"),
  distributor("78", 10202, "Балтийские запчасти", "г. Санкт-Петербург, пр-т Обуховской Обороны, д. 120"),
  distributor("66", 10303, "Уралтехпоставка", "г. Екатеринбург, ул. Монтажников, д. 24"),
];

const shop = "Магазин запчастей";
const station = "Автосервис";
const truck = "Грузовой сервис";
const tyres = "Шиномонтаж";
const online = "Интернет-магазин";
const wash = "Детейлинг и мойка";

/** Segments of retail companies that the registration offers. */
export const segments: readonly string[] = [shop, station, truck, tyres, online, wash, "Автопарк"];

type RetailRow = readonly [region: string, owner: "company" | string, name: string, segment: string, address: string];

// The demo member owns the first two, the new member the third.
const retailRows: readonly RetailRow[] = [
  ["50", "company", "Мотор на Ленинской", station, "Московская обл., г. Подольск, ул. Ленинская, д. 8"],
  ["02", "company", "Деталь-сервис Уфа", shop, "Респ. Башкортостан, г. Уфа, ул. Менделеева, д. 140"],
  ["71", "Белова Марина Олеговна", "Колодка", shop, "г. Тула, ул. Оборонная, д. 33"],
  ["77", "company", "Гараж 77", station, "г. Москва, ул. Вагоноремонтная, д. 4А"],
  ["77", "company", "Автоточка", shop, "г. Москва, Варшавское ш., д. 132"],
  ["77", "Климов Андрей Петрович", "Сход-развал", tyres, "г. Москва, ул. Подольских Курсантов, д. 17"],
  ["50", "company", "Техцентр Химки", station, "Московская обл., г. Химки, ул. Репина, д. 2"],
  ["50", "company", "Поршень", shop, "Московская обл., г. Коломна, ул. Октябрьской Революции, д. 366"],
  ["50", "Егорова Светлана Юрьевна", "Мир фильтров", online, "Московская обл., г. Мытищи, ул. Силикатная, д. 19"],
  ["33", "company", "Владавто", shop, "г. Владимир, ул. Куйбышева, д. 26"],
  ["40", "company", "Калуга-Мотор", station, "г. Калуга, ул. Болдина, д. 67"],
  ["62", "Фомин Игорь Валерьевич", "У Фомина", station, "г. Рязань, ул. Чкалова, д. 48"],
  ["69", "company", "Тверской подшипник", shop, "г. Тверь, ул. Вагжанова, д. 21"],
  ["76", "company", "Ярпартс", online, "г. Ярославль, ул. Гагарина, д. 59"],
  ["01", "company", "Адыгея Авто", shop, "Респ. Адыгея, г. Майкоп, ул. Хакурате, д. 640"],
  ["78", "company", "Невский мотор", station, "г. Санкт-Петербург, ул. Салова, д. 57"],
  ["78", "company", "Запчасти на Охте", shop, "г. Санкт-Петербург, Индустриальный пр-т, д. 44"],
  ["78", "Соловьёва Анна Игоревна", "Автоанна", shop, "г. Санкт-Петербург, ул. Калинина, д. 13"],
  ["47", "company", "Гатчина-Сервис", station, "Ленинградская обл., г. Гатчина, ул. 120-й Гатчинской Дивизии, д. 1"],
  ["47", "Лебедев Олег Сергеевич", "Выборг Шина", tyres, "Ленинградская обл., г. Выборг, Ленинградское ш., д. 55"],
  ["53", "company", "Новгородские детали", shop, "г. Великий Новгород, ул. Нехинская, д. 59"],
  ["60", "company", "Псков Грузовик", truck, "г. Псков, ул. Леона Поземского, д. 110"],
  ["10", "company", "Онега-Авто", shop, "Респ. Карелия, г. Петрозаводск, ул. Заводская, д. 4"],
  ["29", "company", "Поморский гараж", station, "г. Архангельск, ул. Октябрят, д. 33"],
  ["51", "Никитин Павел Андреевич", "Север-Шина", tyres, "г. Мурманск, ул. Свердлова, д. 11"],
  ["35", "company", "Вологда-Деталь", shop, "г. Вологда, ул. Гагарина, д. 83"],
  ["39", "company", "Янтарный сервис", station, "г. Калининград, ул. Дзержинского, д. 128"],
  ["66", "company", "Урал-Поршень", shop, "г. Екатеринбург, ул. Фронтовых Бригад, д. 18"],
  ["66", "company", "Грузовик на Тагильской", truck, "Свердловская обл., г. Нижний Тагил, Восточное ш., д. 22"],
  ["66", "Шестаков Денис Николаевич", "Шестерёнка", station, "г. Екатеринбург, ул. Таганская, д. 60"],
  ["74", "company", "Челябавтоснаб", shop, "г. Челябинск, ул. Труда, д. 187"],
  ["74", "company", "Магнит-Мотор", station, "Челябинская обл., г. Магнитогорск, ул. Советская, д. 160"],
  ["59", "company", "Пермские запчасти", shop, "г. Пермь, ул. Героев Хасана, д. 98"],
  ["59", "Рожкова Елена Викторовна", "Чистый кузов", wash, "г. Пермь, ул. Спешилова, д. 101"],
  ["72", "company", "Тюмень Автотрейд", shop, "г. Тюмень, ул. Республики, д. 254"],
  ["86", "company", "Югра Трак", truck, "ХМАО — Югра, г. Сургут, ул. Профсоюзов, д. 60"],
  ["45", "company", "Курган-Деталь", shop, "г. Курган, ул. Химмашевская, д. 7"],
  ["56", "Ахметов Руслан Маратович", "Степной гараж", station, "г. Оренбург, ул. Донгузская, д. 24"],
  ["02", "company", "Башавтопартс", online, "Респ. Башкортостан, г. Стерлитамак, ул. Худайбердина, д. 120"],
  ["54", "company", "Сибирский фильтр", shop, "г. Новосибирск, ул. Большевистская, д. 131"],
];

/** Forty retail companies; INNs of 10 and of 12 digits, some with a leading zero. */
export const retailCompanies: readonly RetailSeed[] = retailRows.map(
  ([region, owner, name, segment, address], index) => ({
    ...(owner === "company"
      ? company(region, 20001 + index * 7, name, address)
      : entrepreneur(region, 200001 + index * 7, owner, address)),
    actualName: name,
    segment,
  }),
);

const newcomerTowns: readonly (readonly [region: string, town: string])[] = [
  ["77", "г. Москва"],
  ["50", "Московская обл., г. Балашиха"],
  ["23", "г. Краснодар"],
  ["61", "г. Ростов-на-Дону"],
  ["63", "г. Самара"],
  ["52", "г. Нижний Новгород"],
  ["16", "г. Казань"],
  ["05", "Респ. Дагестан, г. Махачкала"],
];
const newcomerNames: readonly string[] = [
  "Автомир",
  "Карданный вал",
  "Первая передача",
  "Шаровая",
  "Ремзона",
  "Техника и люди",
  "Подвеска",
  "Клаксон",
];
const newcomerStreets: readonly string[] = ["ул. Мира", "ул. Заводская", "ул. Гагарина", "пр-т Победы"];
const newcomerPeople: readonly string[] = [
  "Орлов Виктор Семёнович",
  "Мельникова Дарья Ильинична",
  "Гусев Роман Фёдорович",
  "Киреева Ольга Львовна",
];

/** 64 legal entities that aren't in the club yet, for people who register. */
export const newcomers: readonly LegalEntity[] = newcomerTowns.flatMap(([region, town], townIndex) =>
  newcomerNames.map((name, nameIndex) => {
    const serial = townIndex * newcomerNames.length + nameIndex;
    const address = `${town}, ${newcomerStreets[serial % newcomerStreets.length]}, д. ${serial + 1}`;
    const person = newcomerPeople[townIndex % newcomerPeople.length] ?? "";
    return nameIndex === newcomerNames.length - 1
      ? entrepreneur(region, 300001 + serial, person, address)
      : company(region, 30001 + serial, name, address);
  }),
);

/** Writes the legal entities that the lookup by INN finds. */
export async function seedLegalEntities(trx: Trx): Promise<void> {
  const entities = [...distributors, ...retailCompanies, ...newcomers];
  await trx
    .insertInto("legal_entities")
    .values(entities.map(({ inn, name, address }) => ({ inn, name, address })))
    .execute();
}
