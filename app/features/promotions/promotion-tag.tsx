import { Link } from "@remix-run/react";
import { Badge } from "../../ui/core/badge";
import { PartTag } from "../../ui/lazy/part-tag";
import { PromotionBadge } from "./promotion-badge";
import type { PromotionCardView } from "./promotion-view.server";

/** A promotion in the list. */
export function PromotionTag({ promotion }: { promotion: PromotionCardView }) {
  const { id, name, short, image, state, dates, isJoined, acceptsCodes, bonus } = promotion;
  return (
    <PartTag
      level={2}
      code={dates || "бессрочно"}
      picture={image && <img src={image} alt="" width={240} height={180} loading="lazy" />}
      title={id ? <Link to={`/promo/${encodeURIComponent(id)}/`}>{name}</Link> : name}
      footer={
        <p className="button-row">
          <PromotionBadge state={state} /> {isJoined && <Badge tone="ok">вы участвуете</Badge>}{" "}
          {bonus && <Badge>{bonus}</Badge>} {acceptsCodes && <Badge>по промокодам</Badge>}
        </p>
      }
    >
      <p>{short}</p>
    </PartTag>
  );
}
