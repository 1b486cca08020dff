import type { GiftHandler } from "../../../contract/values";
import { findKind } from "./kinds";

/** A gift's own picture. A group, and a gift without a picture, have the drawing of their kind. The name stands beside it. */
export function GiftPicture({ handler, picture }: { handler: GiftHandler | ""; picture: string }) {
  const { group, Drawing } = findKind(handler);
  if (group || !picture) return <Drawing />;
  return <img src={picture} alt="" width={160} height={120} loading="lazy" decoding="async" />;
}
