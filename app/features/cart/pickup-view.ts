/** Where an order is picked up. */
export interface PickupPlace {
  city: string;
  address: string;
  code: string;
}

/** A pickup point as the page shows it. */
export interface PickupPointView {
  code: string;
  address: string;
  /** Kind, distance when it is known, and hours. */
  hint: string;
}

/** The reply to a phone that has told its place: the nearest points of the city, or why there are none. */
export interface NearestReply {
  nearest: PickupPointView[];
  message: string;
  skipRevalidation: true;
}

/** The `intent` of the form that tells the phone's place. */
export const NEAREST_INTENT = "nearest";
