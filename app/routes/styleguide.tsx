import type { MetaFunction } from "@remix-run/node";
import { Buttons, Forms } from "../features/styleguide/controls";
import { Data } from "../features/styleguide/data";
import { Scheme } from "../features/styleguide/scheme";
import { SignaturePieces, States } from "../features/styleguide/signs";
import { PageHeader } from "../ui/core/page";

export const meta: MetaFunction = () => [{ title: "Детали интерфейса — Клуб" }];

/** Every piece of the interface in its states, light and dark. Left out of a production build (remix.config.js). */
export default function StyleguidePage() {
  return (
    <>
      <PageHeader title="Детали интерфейса" lead="Всё, из чего собраны страницы, в светлой и тёмной схеме." />
      {(["light", "dark"] as const).map((scheme) => (
        <Scheme key={scheme} name={scheme}>
          <SignaturePieces />
          <Buttons />
          <States />
          <Forms id={scheme} />
          <Data />
        </Scheme>
      ))}
    </>
  );
}
