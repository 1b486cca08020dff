import { Form } from "@remix-run/react";
import { formatPoints } from "../../lib/points";
import { Badge } from "../../ui/badge";
import { Button, ButtonLink } from "../../ui/button";
import { SelectField } from "../../ui/choice-field";
import { PartTag } from "../../ui/part-tag";
import { GiftPicture } from "./gift-picture";
import { type GiftTagView, giftTypes } from "./gift-view";

interface GiftTagProps {
  gift: GiftTagView;
  /** Null for who collects no points: gifts are shown and nothing can be ordered (§2.3.2). */
  points: number | null;
  /** The filter of the page, to come back to. */
  query: string;
}

/** A gift on its tag: what it costs, whether the balance is enough, and the way into the cart. */
export function GiftTag({ gift, points, query }: GiftTagProps) {
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
              <EnoughBadge price={price} points={points} />
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

/** «хватает» or how many points are missing. */
export function EnoughBadge({ price, points }: { price: number; points: number }) {
  if (price <= points) return <Badge tone="ok">Хватает</Badge>;
  return <Badge>Не хватает {formatPoints(price - points)}</Badge>;
}

function KindLink({ gift }: { gift: GiftTagView }) {
  return (
    <ButtonLink to={`/dashboard/gifts/${gift.id}`} variant="secondary">
      Выбрать номинал
      <span className="vh"> {gift.name}</span>
    </ButtonLink>
  );
}

/** A souvenir goes into the cart from its tag; the size is all that it asks for. */
function SouvenirForm({ gift, query }: { gift: GiftTagView; query: string }) {
  const soldOut = gift.sizes.length > 0 && gift.sizes.every(({ inStock }) => !inStock);
  if (soldOut) return <p>Сейчас нет в наличии.</p>;
  return (
    <Form method="post" action={`/dashboard/gifts/${gift.id}${query}`} preventScrollReset>
      <input type="hidden" name="prize_id" value={gift.id} />
      <input type="hidden" name="cartCount" value="1" />
      {gift.sizes.length > 0 && (
        <SelectField
          shell={{ id: `gift-${gift.id}`, result: null }}
          name="size"
          label="Размер"
          required
          placeholder="Выберите"
          choices={listSizes(gift.sizes)}
        />
      )}
      <Button variant="secondary" wide>
        В корзину
        <span className="vh"> {gift.name}</span>
      </Button>
    </Form>
  );
}

/** Sizes to choose from; those that are gone say so and can't be chosen. */
export function listSizes(sizes: readonly { value: string; inStock: boolean }[]) {
  return sizes.map(({ value, inStock }) => ({
    value,
    label: inStock ? value : `${value} — закончился`,
    disabled: !inStock,
  }));
}
