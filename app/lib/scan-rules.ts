import { IMAGES_TOO_LARGE_MESSAGE, SCAN_TYPE_MESSAGE } from "../../contract/values";

const LARGEST_SCAN = 10 * 1024 * 1024;
const SCAN_TYPES = ["image/jpeg", "image/png", "image/webp", "image/heic", "image/heif", "application/pdf"];

/** For the `accept` of a file input. */
export const SCAN_ACCEPT = SCAN_TYPES.join();

/** The error message for a scan that can't be accepted; undefined otherwise. Browsers may not know the type, so the club checks the content. */
export function findScanError({ size, type }: { size: number; type: string }): string | undefined {
  if (size > LARGEST_SCAN) return `${IMAGES_TOO_LARGE_MESSAGE}: до 10\u00a0МБ.`;
  if (type !== "" && !SCAN_TYPES.includes(type)) return SCAN_TYPE_MESSAGE;
  return undefined;
}
