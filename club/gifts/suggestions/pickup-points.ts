import type { PickupPoint } from "../../../contract/suggestions";
import { cities } from "./cities";
import { streets } from "./streets";

/** Number of pickup points in a large city and in any other; every third is a parcel locker. */
const POINTS_OF_LARGE = 8;
const POINTS_OF_OTHERS = 4;
const LARGE_CITIES = 16;

const WORK_TIMES = ["Пн–Пт 9:00–20:00, Сб–Вс 10:00–18:00", "Пн–Вс 10:00–21:00", "Пн–Сб 9:00–19:00"];
const LOCKER_WORK_TIME = "Пн–Вс 8:00–23:00";

/** The pickup points of every city, with codes such as MSK12; they are the same at every start. */
export const pickupPoints: readonly PickupPoint[] = cities.flatMap((place, cityIndex) =>
  Array.from({ length: cityIndex < LARGE_CITIES ? POINTS_OF_LARGE : POINTS_OF_OTHERS }, (_, index) => {
    const street = streets[(cityIndex * 7 + index * 11) % streets.length] ?? "";
    const house = 1 + ((cityIndex * 13 + index * 29) % 120);
    const isLocker = index % 3 === 2;
    return {
      code: `${place.code}${11 + index}`,
      city: place.city,
      address: `${street}, д. ${house}`,
      work_time: isLocker
        ? LOCKER_WORK_TIME
        : (WORK_TIMES[(cityIndex + index) % WORK_TIMES.length] ?? LOCKER_WORK_TIME),
      type: isLocker ? "POSTAMAT" : "PVZ",
      latitude: shift(place.latitude, cityIndex * 17 + index * 37, 0.09),
      longitude: shift(place.longitude, cityIndex * 29 + index * 61, 0.16),
    };
  }),
);

/** Moves a coordinate of the centre by at most half the width, in degrees, to one of a hundred steps. */
function shift(centre: number, step: number, width: number): number {
  return Number((centre + ((step % 100) / 100 - 0.5) * width).toFixed(4));
}
