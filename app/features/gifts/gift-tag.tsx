import { formatPoints } from "../../lib/points";
import { Badge } from "../../ui/core/badge";
import { ButtonLink } from "../../ui/core/button";
import { PartTag } from "../../ui/lazy/part-tag";
import { WholeCodes } from "../../ui/lazy/whole-codes";
import { EnoughBadge } from "./enough-badge";
import { GiftPicture } from "./gift-picture";
import { type GiftTagView, giftTagId } from "./gift-view";
import { findKind } from "./kinds";
import { SouvenirForm } from "./souvenir-form";

interface GiftTagProps {
  gift: GiftTagView;
  /** Null for participants who collect no points: they see the gifts and can't order (§2.3.2). */
  points: number | "unknown" | null;
  /** The filter of the page as a query, to come back to. */
  query: string;
  /** Pieces of it in the cart. */
  countInCart?: number;
}

/** A gift with its price, whether the balance is enough for it, and a button or a link to order it. */
export function GiftTag({ gift, points, query, countInCart = 0 }: GiftTagProps) {
  const { id, handler, name, description, picture, price, hasChoice, obstacle } = gift;
  const { group, tagName, isPerforated } = findKind(handler);
  return (
    <PartTag
      id={giftTagId(id)}
      code={tagName}
      picture={<GiftPicture handler={handler} picture={picture} />}
      title={<WholeCodes>{name}</WholeCodes>}
      price={hasChoice ? `от ${formatPoints(price)}` : formatPoints(price)}
      perforated={isPerforated}
      footer={
        points !== null && (
          <>
            <p>
              {points !== "unknown" && <EnoughBadge price={price} points={points} />}{" "}
              {countInCart > 0 && <Badge tone="signal">В корзине: {countInCart}</Badge>}
            </p>
            {obstacle ? (
              <p>{obstacle}</p>
            ) : group || gift.asksOnPage ? (
              <GiftLink gift={gift} label={group ? "Выбрать номинал" : "Выбрать размер"} />
            ) : (
              <SouvenirForm gift={gift} query={query} />
            )}
          </>
        )
      }
    >
      {description}
    </PartTag>
  );
}

function GiftLink({ gift, label }: { gift: GiftTagView; label: string }) {
  return (
    <ButtonLink to={`/dashboard/gifts/${encodeURIComponent(gift.id)}`} variant="secondary" small>
      {label}
      <span className="visually-hidden"> {gift.name}</span>
    </ButtonLink>
  );
}
