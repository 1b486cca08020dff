import { formatPoints } from "../../lib/points";
import { Badge } from "../../ui/core/badge";
import { ButtonLink } from "../../ui/core/button";
import { PartTag } from "../../ui/lazy/part-tag";
import { EnoughBadge } from "./enough-badge";
import { GiftPicture } from "./gift-picture";
import { type GiftTagView, giftTypes } from "./gift-view";
import { SouvenirForm } from "./souvenir-form";

interface GiftTagProps {
  gift: GiftTagView;
  /** Null for who collects no points: gifts are shown and nothing can be ordered (§2.3.2). */
  points: number | null;
  /** The filter of the page, to come back to. */
  query: string;
  /** Pieces of it that the cart holds. */
  held?: number;
}

/** A gift on its tag: what it costs, whether the balance is enough, and the way into the cart. */
export function GiftTag({ gift, points, query, held = 0 }: GiftTagProps) {
  const { id, handler, name, description, picture, price, hasFaces } = gift;
  const type = giftTypes.find(({ value }) => value === handler);
  return (
    <PartTag
      code={handler === "souvenir" ? `Сувенир № ${id}` : type?.label}
      picture={<GiftPicture handler={handler} picture={picture} />}
      title={name}
      price={hasFaces ? `от ${formatPoints(price)}` : formatPoints(price)}
      perforated={handler === "giftery"}
      footer={
        points !== null && (
          <>
            <p>
              <EnoughBadge price={price} points={points} /> {held > 0 && <Badge tone="signal">В корзине: {held}</Badge>}
            </p>
            {handler === "souvenir" ? <SouvenirForm gift={gift} query={query} /> : <KindLink gift={gift} />}
          </>
        )
      }
    >
      {description}
    </PartTag>
  );
}

function KindLink({ gift }: { gift: GiftTagView }) {
  return (
    <ButtonLink to={`/dashboard/gifts/${gift.id}`} variant="secondary">
      Выбрать номинал
      <span className="vh"> {gift.name}</span>
    </ButtonLink>
  );
}
