import type { Services } from "../../../platform/services";

/** A photo with its media type. */
interface Photo {
  readonly type: string;
  readonly content: Buffer;
}

/** Opens the photos of a claim's document, in their order. Those whose time has passed are gone. */
export async function readPhotos({ db, seal }: Pick<Services, "db" | "seal">, claimId: number): Promise<Photo[]> {
  const rows = await db
    .selectFrom("sale_claim_photos")
    .select(["type", "photo_sealed"])
    .where("claim_id", "=", claimId)
    .where("photo_sealed", "!=", Buffer.alloc(0))
    .orderBy("id")
    .execute();
  return rows.map(({ type, photo_sealed }) => ({
    type,
    content: seal.open("sale_claim_photos.photo_sealed", photo_sealed),
  }));
}
