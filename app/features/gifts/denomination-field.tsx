import { formatPoints } from "../../lib/points";
import { controlId, controlProps, FieldError, fieldValue } from "../../ui/core/field";
import type { FieldShell } from "../../ui/core/form-shell";
import type { GiftView } from "./gift-view";
import { findLead, isShort } from "./name-lead";

interface DenominationFieldProps {
  shell: FieldShell;
  label: string;
  gifts: readonly GiftView[];
  /** Null when the balance isn't known. */
  points: number | null;
}

/** Chooses one gift of a group: a chip for each, with its price; those of a shop stand under its name. */
export function DenominationField({ shell, label, gifts, points }: DenominationFieldProps) {
  const name = "prize_id";
  const { id, ...described } = controlProps({ shell, name });
  const retailers = [...new Set(gifts.map(({ retailer }) => retailer))];
  return (
    <fieldset className="field" aria-describedby={described["aria-describedby"]}>
      <legend>{label}</legend>
      {retailers.map((retailer) => (
        <Chips
          key={retailer}
          shell={shell}
          retailer={retailer}
          gifts={gifts.filter((gift) => gift.retailer === retailer)}
          firstId={gifts[0]?.retailer === retailer ? id : ""}
          points={points}
        />
      ))}
      <FieldError shell={shell} name={name} />
    </fieldset>
  );
}

interface ChipsProps extends Omit<DenominationFieldProps, "label"> {
  retailer: string;
  /** The id of the first one, to which a link to the error leads; empty when the field begins elsewhere. */
  firstId: string;
}

function Chips({ shell, retailer, gifts, firstId, points }: ChipsProps) {
  const lead = findLead(gifts.map(({ name }) => name));
  const kind = gifts.every(({ name }) => isShort(name.slice(lead.length))) ? "chips" : "chips chips--long";
  const [first] = gifts;
  const field = controlId(shell, "prize_id");
  const chosen = fieldValue(shell, "prize_id");
  return (
    <>
      {retailer && first && (
        <p className="chips-title">
          {first.picture && <img src={first.picture} alt="" width={64} height={48} decoding="async" />} {retailer}
        </p>
      )}
      <div className={kind}>
        {gifts.map(({ id, name, price }) => (
          <label key={id} className="choice">
            <input
              type="radio"
              id={gifts[0]?.id === id && firstId ? firstId : `${field}-${id}`}
              name="prize_id"
              value={id}
              required
              defaultChecked={chosen === id}
              aria-invalid={controlProps({ shell, name: "prize_id" })["aria-invalid"]}
            />
            <span>
              {lead && <span className="visually-hidden">{lead}</span>}
              {`${name.slice(lead.length)} `}
              <small>{describePrice(price, points)}</small>{" "}
            </span>
          </label>
        ))}
      </div>
    </>
  );
}

function describePrice(price: number, points: number | null): string {
  const missing = points === null ? 0 : price - points;
  return missing > 0 ? `${formatPoints(price)}, не хватает ${formatPoints(missing)}` : formatPoints(price);
}
