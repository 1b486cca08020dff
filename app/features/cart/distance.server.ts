/** A place on Earth, in degrees. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

const EARTH_RADIUS_METRES = 6_371_000;

/** The distance between two places in metres, along a great circle (the haversine formula). */
export function measureDistance(one: Place, other: Place): number {
  const [from, to] = [toRadians(one.latitude), toRadians(other.latitude)];
  const byLatitude = Math.sin((to - from) / 2) ** 2;
  const byLongitude = Math.sin(toRadians(other.longitude - one.longitude) / 2) ** 2;
  const share = byLatitude + Math.cos(from) * Math.cos(to) * byLongitude;
  return 2 * EARTH_RADIUS_METRES * Math.asin(Math.sqrt(Math.min(1, share)));
}

/** «350 м», «1,4 км», «12 км»: rounded to what a walk or a drive needs. */
export function formatDistance(metres: number): string {
  const rounded = Math.round(metres / 50) * 50;
  if (rounded < 1000) return `${Math.max(50, rounded)}\u00a0м`;
  const kilometres = metres < 9_950 ? (metres / 1000).toFixed(1).replace(".0", "") : String(Math.round(metres / 1000));
  return `${kilometres.replace(".", ",")}\u00a0км`;
}

function toRadians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
