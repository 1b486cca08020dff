import { giftHandlers } from "../../../contract/values";
import { PartTag } from "../../ui/lazy/part-tag";
import { giftKinds } from "./kinds";

const kinds = giftHandlers
  .map((handler) => giftKinds[handler])
  .sort((a, b) => a.showcase.code.localeCompare(b.showcase.code));

/** The kinds of gifts (§1.6) as the home page presents them. */
export function GiftShowcase() {
  return (
    <ul className="home-gifts">
      {kinds.map(({ showcase: { code, title, price, text }, Drawing, isPerforated }) => (
        <li key={code}>
          <PartTag code={code} picture={<Drawing />} title={title} price={price} perforated={isPerforated}>
            <p>{text}</p>
          </PartTag>
        </li>
      ))}
    </ul>
  );
}
